"""Mutations written by hand: those that once stayed unnoticed, and those that no operator makes. Each is found by what stands in
the source; one whose text is gone is reported, so that it is moved along with the code."""
import operators

CAS = 'vesta-core/src/generate/cas_populator.hpp'
# Wherever the file store synchronises.
FILES = ('vesta-core/providers/file/src/safe_file.cpp', 'vesta-core/providers/file/src/real_disk.cpp',
         'vesta-core/providers/file/src/folder.cpp')
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
    ('a slot freed without an order', 'vesta-core/src/segment/slot_board.hpp',
     'fetch_and(~(std::uint64_t{1} << slot % per_word), std::memory_order_release)',
     'fetch_and(~(std::uint64_t{1} << slot % per_word), std::memory_order_relaxed)'),
    ('no fsync of the file, no fsync of the folder', FILES, '::fsync(', '([](int) { return 0; })('),
    ('a new lane that ignores what the old one used', 'vesta-core/src/generate/lane.cpp',
     'put(std::max(found, used), mark);', 'put(found, mark);'),
    ('numbers set aside that survive the end of their epoch', 'vesta-core/src/segment/set_aside.hpp',
     '    epoch.fetch_add(1, std::memory_order_relaxed);\n', ''),
    ('numbers set aside that survive a removed row', 'vesta-core/src/segment/tag_refill.cpp',
     'end_epoch(cursor_, epoch_)', 'cursor_.drain()'),
    ('numbers set aside that survive the closing', 'vesta-core/src/segment/tag_standing.cpp',
     'end_epoch(cursor_, epoch_)', 'cursor_.drain()'),
    ('an epoch that is read after the numbers are taken', 'vesta-core/src/segment/set_aside.hpp',
     'mine.refill(got.without(wanted), before)', 'mine.refill(got.without(wanted), epoch.load())'),
    ('an epoch that ends before the segment is drained', 'vesta-core/src/segment/set_aside.hpp',
     'const run left = from.drain();', 'epoch.fetch_add(1); const run left = from.drain(); epoch.fetch_sub(1);'),
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
