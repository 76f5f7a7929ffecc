"""Mutations that change nothing which this run is about, found out one by one, each with the reason. They are counted apart."""
import re

# (file's name, operator or None, a pattern found in "before => after", the reason)
KNOWN = [
    ('host_register.cpp', 'swap', r'replaced_\.push_back\(entry\.name\); \| since_',
     'neither statement sees what the other changes'),
    ('stream.cpp', 'swap', r'last_failure_\.reset\(\); \| deliver', 'under one lock, and deliver() does not look at the failure'),
    ('mark_history.cpp', 'condition', r'end == std::string_view::npos',
     'the same line is then read again, and refused because its pattern was there before: other words, the same refusal'),
    ('sharded_store.cpp', 'drop', r'made_ = made\.has_value\(\)', 'the statement that makes the table does nothing where it is there'),
    ('fork.cpp', None, r'next == 0', 'reached after 2^32 forks'),
    ('sharded_generator.cpp', None, r'known->explain_refusal', 'chooses between two texts of one refusal'),
    ('table_mark.cpp', 'drop', r'next\.history = \*std::move\(history\); => ',
     'at the acquisition: nothing is served before the first advance, which records the same use'),
    ('refill.cpp', 'limit', r'used_end_ = std::max\(used_end_, end\)',
     'a range never ends below one that was used before: rows that went back are refused'),
    ('machine_leases.cpp', 'condition', r'auto named = name_reign',
     'the write then compares the reign, which is not there, and writes nothing'),
    ('mark_history.cpp', 'swap', r'read\.uses\.push_back.*text\.remove_prefix', 'what is read is a copy by then'),
    ('table_mark.cpp', 'swap', r'next\.instance = .*next\.token = ', 'two members of one row'),
    ('stream.cpp', 'swap', r'range\.first = .*range\.count -= ', 'two members, neither made of the other'),
    ('machine_assignments.cpp', 'condition', r'auto taken = in\.execute\(take, values\)',
     'the number is then looked for again, and not found: another text of the same failure'),
    ('lease_admin.cpp', 'swap', r'next\.given = false; \| next\.unusable\.clear', 'two members of one row'),
    ('lease_admin.hpp', 'truth', r'bool held = ', 'always set by those who make one'),
    ('mark_files.cpp', 'limit', r'found_\.uses\.push_back.*\(\*start\)\}\)',
     'the claim that follows records the use up to the mark'),
    ('mark_series.hpp', 'truth', r'bool fenced_ = ', 'set when the series is opened, before it is read'),
    ('sealed_text.hpp', 'logic', r'failed != std::errc', 'the number written anew is compared with the text in any case'),
    ('numbers.cpp', 'condition', r'mine\.left\(epoch\) >= count', 'what was set aside is then given up: a gap'),
    ('portions.cpp', 'condition', r'made != &empty', 'a leak, which the sanitizer finds'),
    ('timeline.cpp', 'drop', r'mark \+= std::chrono::milliseconds\{std::max', 'where the search begins: it finds the same mark from further below'),
    ('segment_table.cpp', 'condition', r'if \(!has\) return std::move\(has\)\.error\(\)',
     'a connection that has failed fails at the next statement, and that error is returned'),
]


def reason(mutation):
    name = mutation.path.rsplit('/', 1)[1]
    change = f'{mutation.before} => {mutation.after}'
    for file, operator, pattern, why in KNOWN:
        if file == name and operator in (None, mutation.operator) and re.search(pattern, change):
            return why
    return None
