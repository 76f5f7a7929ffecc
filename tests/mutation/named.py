"""Mutations written by hand: those that once stayed unnoticed, and those that no operator makes. Each is found by what stands in
the source; one whose text is gone is reported, so that it is moved along with the code."""
import operators

CAS = 'vesta-core/src/generate/cas_populator.hpp'
# Wherever the file store synchronises.
FILES = ('vesta-core/providers/file/src/real_disk.cpp', 'vesta-core/providers/file/src/folder.cpp')
CURSOR = 'vesta-core/src/segment/cursor.hpp'

# (what it is, file, the text, what stands there instead)
NAMED = [
    ('closing as a load and a store', CAS, 'return next_.fetch_or(closed, std::memory_order_relaxed) & ~closed;',
     'const auto was = next_.load(); next_.store(was | closed); return was & ~closed;'),
    ('a claim as a load and a store', CAS,
     'if (!next_.compare_exchange_weak(next, step.end(), std::memory_order_relaxed))',
     'if (next_.load() == next && (next_.store(step.end()), false))'),
    ('a number of a segment taken by a load and a store', CURSOR,
     'if (word_.compare_exchange_strong(word, word + 1, std::memory_order_release, std::memory_order_acquire))',
     'if (word_.load() == word && (word_.store(word + 1), true))'),
    ('a piece of a segment taken by a load and a store', CURSOR,
     'if (word_.compare_exchange_strong(word, word + count, std::memory_order_release, std::memory_order_acquire))',
     'if (word_.load() == word && (word_.store(word + count), true))'),
    ('a piece of a range taken by a load and a store', 'vesta-rpc/client/src/range_slot.hpp',
     'if (!word_.compare_exchange_weak(word, word + got, std::memory_order_acquire))',
     'if (word_.load() == word && (word_.store(word + got), false))'),
    ('a slot freed without an order', 'vesta-core/src/source/slot_board.hpp',
     'fetch_and(~(std::uint64_t{1} << slot % per_word), std::memory_order_release)',
     'fetch_and(~(std::uint64_t{1} << slot % per_word), std::memory_order_relaxed)'),
    ('no fsync of the file, no fsync of the folder', FILES, '::fsync(', '([](int) { return 0; })('),
    ('a new lane that ignores what the old one used', 'vesta-core/src/generate/lane.cpp',
     'put(std::max(found, used), mark);', 'put(found, mark);'),
    ('numbers set aside that survive the end of their epoch', 'vesta-core/src/segment/set_aside.hpp',
     '    epoch.fetch_add(1, std::memory_order_relaxed);\n', ''),
    ('numbers set aside that survive a removed row', 'vesta-core/src/segment/refill.cpp',
     'counts_.dropped += numbers_.end().count', 'counts_.dropped += numbers_.drain().count'),
    ('numbers set aside that survive the closing', 'vesta-core/src/segment/refill.cpp',
     'const range left = numbers_.end()', 'const range left = numbers_.drain()'),
    ('an epoch that is read after the numbers are taken', 'vesta-core/src/segment/set_aside.hpp',
     'mine.set_aside(got.numbers.without(wanted), before)', 'mine.set_aside(got.numbers.without(wanted), epoch.load())'),
    ('an epoch that ends before the segment is drained', 'vesta-core/src/segment/set_aside.hpp',
     'const range left = from.drain();', 'epoch.fetch_add(1); const range left = from.drain(); epoch.fetch_sub(1);'),
    # Ways to a duplicate that 0.1.0 had, each with what closed it taken out.
    ('U1: a mark that forgets which layouts are below it', 'vesta-core/src/machine/mark_history.cpp',
     'mark_history next = found;', 'mark_history next;'),
    ('U3: a host whose owners do not see each other', 'vesta-core/providers/file/src/host_register.cpp',
     'if (may_meet(next, *entry.owner, now)) return is_taken(entry, next);', ''),
    ('U3: marks that are not noted on the host', 'vesta-core/providers/file/src/mark_files.cpp',
     'if (auto noted = entry_->note(to); !noted) return noted;', '{}'),
    ('U3: entries that are removed before another says what they said', 'vesta-core/providers/file/src/host_register.cpp',
     'replaced_.push_back(entry.name);', 'folder_->remove(entry.name);'),
    ('U4: copies of a process that only pthread_atfork sees', 'vesta-core/src/base/fork.cpp',
     'return ::madvise(&detail::own_page, sizeof detail::own_page, MADV_WIPEONFORK) == 0;', 'return false;'),
    ('U4: copies of a process that nothing sees', 'vesta-core/src/base/fork.cpp',
     'return ::madvise(&detail::own_page, sizeof detail::own_page, MADV_WIPEONFORK) == 0;', 'return true;'),
    ('U5: a removed tag whose end is forgotten', 'vesta-core/src/segment/standing.cpp',
     '    in_table_ = false;', '    in_table_ = false; known_ends_ = origin_ends::of_stores(known_ends_.origins());'),
    ('two masters of one remainder', 'vesta-core/src/segment/several_masters.cpp',
     'if (auto apart = check_apart(tag, origin, made.facts); !apart) return std::move(apart).error();', ''),
    ('a master of all numbers', 'vesta-core/src/segment/several_masters.cpp',
     'if (facts.delta < 2)', 'if (false)'),
    ('remainders that meet in some numbers only', 'vesta-core/src/segment/several_masters.cpp',
     'return a.remainder % std::gcd(a.delta, b.delta) == b.remainder % std::gcd(a.delta, b.delta);',
     'return a.delta == b.delta && a.remainder == b.remainder;'),
    ('a master that goes back below its own end', 'vesta-core/src/segment/several_masters.cpp',
     'own.not_below = request.not_below.of(origin);', 'own.not_below = 0;'),
    ('a range given back to another master', 'vesta-core/src/segment/several_masters.cpp',
     'return all_[of.origin].of.store->give_back', 'return all_[0].of.store->give_back'),
    ('U6: a store that cannot forget', 'vesta-core/src/machine/lease_rules.cpp',
     'if (may_be_forgotten(row, in.at)) {', 'if (false) {'),
    ('U7: marks that overwrite each other', 'vesta-core/providers/file/src/real_disk.cpp',
     'if (::linkat(at(), from.c_str(), at(), to.c_str(), 0) == 0) return true;',
     'if (::renameat(at(), from.c_str(), at(), to.c_str()) == 0) return true;'),
    ('U8: a wall clock that is always believed', 'vesta-core/src/time/clock_guard.cpp',
     'const bool believed = ', 'const bool believed = true || '),
    ('U9: a first start that leaves no room for a predecessor', 'vesta-core/providers/file/src/mark_files.cpp',
     'fresh ? std::max(*start, fresh_from_) : *start', '*start'),
    ('U12: tables of inclusive ends behind a view', 'vesta-core/providers/sql/src/segment_columns.cpp',
     'if (views->empty()) return {};', 'return {};'),
    ('U14: hosts that use one machine ID', 'vesta-core/src/machine/registration.cpp',
     'if (!is_of_this_place(each)) return is_in_use(each);', ''),
    ('U16: a node that was made anew passes for the one before',
     'vesta-core/providers/zookeeper/src/lease_nodes.cpp', '{known != 0 ? verb::check : verb::create, below}',
     '{known != 0 ? verb::sync : verb::create, below}'),
    ('U6: leases in ZooKeeper that are written during any reign', 'vesta-core/providers/zookeeper/src/lease_nodes.cpp',
     'return next.server.empty() ? reign() : result<std::string>{next.server};', 'return reign();'),
    ('U16: versions in ZooKeeper that are not compared', 'vesta-core/providers/zookeeper/src/lease_nodes.cpp',
     'writes_in(next.version)}', '-1}'),
    ('a piece that Redis gave served without a claim', 'vesta-core/src/sharded/shared_supply.cpp',
     'if (*claimed) {', 'if (true) {'),
    ('an answer of Redis that was cut off taken for a whole one', 'vesta-core/providers/redis/src/link.cpp',
     'if (got->strings.empty() || got->strings.back() != "end")', 'if (got->strings.empty())'),
]


def of_source(path, source):
    """The named mutations of a file, and the names of those that it has."""
    made, there = [], set()
    for name, where, text, instead in NAMED:
        at = source.find(text) if path in (where if isinstance(where, tuple) else (where,)) else -1
        while at >= 0:
            there.add(name)
            made.append(operators.make(path, source, 'named', at, at + len(text), instead))
            at = source.find(text, at + len(text))
    return operators.named_apart(made), there
