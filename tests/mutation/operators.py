"""The operators: each finds places in a source and says what stands there instead. Strings and comments are blanked first, so
that error texts are never touched; the one operator that wants strings is that of SQL conditions."""
import dataclasses
import hashlib
import re

import functions
import rooms


@dataclasses.dataclass(frozen=True)
class Mutation:
    path: str
    operator: str
    start: int  # where in the file, and how far
    end: int
    text: str   # what stands there instead
    line: int
    before: str  # the lines as they were and as they are, for people
    after: str
    key: str = ''  # what it is called: by content, so that it stays itself while lines move

    def applied_to(self, source):
        return source[:self.start] + self.text + source[self.end:]


TOKENS = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\'', re.S)


def blanked(source):
    """The source with what stands in comments and quotes replaced by blanks: the same length, the same lines."""
    return TOKENS.sub(lambda found: re.sub(r'[^\n]', ' ', found[0]), source)


def closing(code, start):
    """Where the bracket that opens at start closes."""
    depth = 0
    for at in range(start, len(code)):
        if code[at] in '([{':
            depth += 1
        elif code[at] in ')]}':
            depth -= 1
            if depth == 0:
                return at
    return None


def split_top(code, start, end, mark):
    """The parts of code[start:end] between marks that stand in no bracket, as pairs of offsets."""
    parts, depth, begin = [], 0, start
    for at in range(start, end):
        depth += (code[at] in '([{') - (code[at] in ')]}')
        if code[at] == mark and depth == 0:
            parts.append((begin, at))
            begin = at + 1
    return [*parts, (begin, end)]


def swap_words(code, pattern, to):
    for found in re.finditer(pattern, code):
        for each in to if isinstance(to, list) else [to]:
            yield found.start(), found.end(), found.expand(each)


def comparisons(code):
    for here, there in ((' < ', ' <= '), (' <= ', ' < '), (' > ', ' >= '), (' >= ', ' > '), (' == ', ' != '), (' != ', ' == ')):
        yield from swap_words(code, re.escape(here), there)


def logic(code):
    yield from swap_words(code, ' && ', ' || ')
    yield from swap_words(code, r' \|\| ', ' && ')


def arithmetic(code):
    yield from swap_words(code, r' \+ 1\b(?![\d.\'])', '')
    yield from swap_words(code, r' - 1\b(?![\d.\'])', '')
    yield from swap_words(code, r'(?<=[\w)\]]) \+ (?!1\b)(?=[\w(*])', ' - ')
    yield from swap_words(code, r'(?<=[\w)\]]) - (?!1\b)(?=[\w(*])', ' + ')
    yield from swap_words(code, r'(?<=[\w)]) % (?=[\w(])', ' / ')
    yield from swap_words(code, r'(?<=[\w)]) << (?=[\w(])', ' >> ')
    yield from swap_words(code, r'(?<=[\w)]) >> (?=[\w(])', ' << ')


# What failed before is handed on, and would be no value: a crash at the most, or a message less.
PASSED_ON = re.compile(r'if \(!(\w+)\) return (?:std::move\(\1\)|\1)\.reason\(\);')


def conditions(code):
    """if (c): as if it were the other way round, and as if it never held. An initialiser before the condition stays."""
    for found in re.finditer(r'\bif \(', code):
        end = closing(code, found.end() - 1)
        if end is None:
            continue
        start = split_top(code, found.end(), end, ';')[-1][0]
        if re.match(r'(?:const )?auto', code[start:end]) or PASSED_ON.match(code, found.start()):
            continue
        yield start, end, f'!({code[start:end].strip()})' if start == found.end() else f' !({code[start:end].strip()})'
        yield start, end, 'false' if start == found.end() else ' false'


def limits(code):
    """std::max(a, b) and std::min(a, b): one of the two alone."""
    for found in re.finditer(r'std::(?:max|min)(?:<[\w:]+>)?\(', code):
        end = closing(code, found.end() - 1)
        parts = split_top(code, found.end(), end, ',') if end else []
        if len(parts) == 2:
            for start, stop in parts:
                yield found.start(), end + 1, '(' + code[start:stop].strip() + ')'


STATEMENT = re.compile(r'^ +(?! )(?!return\b|const\b|auto\b|std::(?:u?int|string|vector|optional|array|size)|using\b|static\b|break\b|'
                       r'continue\b|alignas|if\b|for\b|while\b|switch\b|case\b|default\b|friend\b|struct\b|class\b|co_|throw\b)'
                       r'(?:static_cast<void>\()?[\w:.\->\[\]*()+ ]*?'
                       r'(?:\+\+\w|--\w|\w\+\+;| [-+|&]?= |\((?!\)? (?:const|noexcept|override)))[^\n]*;$', re.M)


def statements(code):
    """Whole statements on a line of their own that change something."""
    for found in STATEMENT.finditer(code):
        line = found[0]
        if line.count('(') != line.count(')') or re.match(r' +\w[\w:<>*& ]* \w+ = ', line) or re.match(r' +[\w:<>]+[&*]? \w+[({;]', line):
            continue
        if code[:found.start()].rstrip()[-1:] in ('{', '}', ';', ')') or code[:found.start()].endswith('else\n'):
            yield found


def dropped(code):
    for found in statements(code):
        indent = len(found[0]) - len(found[0].lstrip())
        yield found.start() + indent, found.end(), 'static_cast<void>(0);'


def swapped(code):
    """Two statements that follow each other, the other way round."""
    before = None
    for found in statements(code):
        if before is not None and before.end() + 1 == found.start():
            indents = [len(each[0]) - len(each[0].lstrip()) for each in (before, found)]
            if indents[0] == indents[1] and not code[:before.start()].rstrip().endswith(')'):
                yield before.start(), found.end(), found[0] + '\n' + before[0]
        before = found


def orders(code):
    yield from swap_words(code, r'memory_order_(?:acquire|release|acq_rel)', 'memory_order_relaxed')


def truths(code):
    yield from swap_words(code, r'(?<=return )true;', 'false;')
    yield from swap_words(code, r'(?<=return )false;', 'true;')
    yield from swap_words(code, r'(?<== )true;', 'false;')
    yield from swap_words(code, r'(?<== )false;', 'true;')


def sql_conditions(source):
    """A condition of a statement that always holds. The number of its parameters stays."""
    for quoted in re.finditer(r'"[^"\n]*\bWHERE\b[^"\n]*"|"[^"\n]* AND [^"\n]*"', source):
        where = max(quoted[0].find('WHERE'), 0)
        for found in re.compile(r'\b(?!AND\b)[\w.]+ (?:=|<=|>=|<|>) \?').finditer(quoted[0], where):
            at = quoted.start() + found.start()
            yield at, at + len(found[0]), '? IS NOT NULL'


OPERATORS = {'compare': comparisons, 'logic': logic, 'arithmetic': arithmetic, 'condition': conditions, 'limit': limits,
             'drop': dropped, 'swap': swapped, 'order': orders, 'truth': truths}
# What builds an error, and what only counts.
SAYING = re.compile(r'\bnote\(&|\bwaits_\.|\babandoned_\.|\+\+(?:refills|failures)_|'
                    r'\berror\{|\{errc::|\bfailure\{|\brefuse_option\(|\bdamaged\(|\bunusable\(|system_error\(|std::to_string\(|\bbad\(')


def inside_functions(code):
    """Spans of offsets: the bodies of functions. Statements are dropped and swapped there, not declarations."""
    lines = [0, *(found.end() for found in re.finditer('\n', code))]
    return [(lines[first - 1], lines[last] if last < len(lines) else len(code)) for first, last in functions.functions(code)]


def left_alone(code):
    """What is only said, counted or paced: spans of offsets in which nothing is mutated."""
    spans = []
    for found in SAYING.finditer(code):
        spans.append((found.start(), code.find(';', found.start())))
    for start, end in inside_functions(code):
        if rooms.TELLING.search(code[start:end].split('{')[0]):
            spans.append((start, end))
    for found in re.finditer(r'^ *(?:#|static_assert|namespace|using|template|friend|explicit).*$|\[\[.*?\]\]|operator\S+|(?<=for \()[^;\n]*;[^;\n]*;', code,
                             re.M):
        spans.append(found.span())
    return spans


def whole_lines(source, start, end):
    first = source.rfind('\n', 0, start) + 1
    last = source.find('\n', end)
    return first, len(source) if last < 0 else last


def make(path, source, operator, start, end, text):
    first, last = whole_lines(source, start, end)
    after = source[first:start] + text + source[end:last]
    return Mutation(path, operator, start, end, text, source.count('\n', 0, start) + 1, re.sub(r' *\n *', ' | ', source[first:last].strip()),
                    re.sub(r' *\n *', ' | ', after.strip()))


def named_apart(found):
    """Gives each mutation its key: what it does to which text, and the how manieth of its kind it is."""
    seen, keyed = {}, []
    for each in found:
        content = '\0'.join((each.path, each.operator, each.before, each.after))
        seen[content] = seen.get(content, 0) + 1
        key = hashlib.sha1(f'{content}\0{seen[content]}'.encode()).hexdigest()[:10]
        keyed.append(dataclasses.replace(each, key=key))
    return keyed


def of_source(path, source):
    """Every mutation that the operators make of a file."""
    code = blanked(source)
    spans, bodies = left_alone(code), inside_functions(code)
    found = []
    for name, operator in OPERATORS.items():
        for start, end, text in operator(code):
            if name in ('drop', 'swap') and not any(begin < start < stop for begin, stop in bodies):
                continue
            if not any(begin <= start < stop for begin, stop in spans):
                found.append(make(path, source, name, start, end, unblanked(source, code, start, end, text)))
    if '/sql/' in path:
        found += [make(path, source, 'sql', *each) for each in sql_conditions(source)]
    return named_apart([each for each in found if each.applied_to(source) != source])


def unblanked(source, code, start, end, text):
    """The text an operator made of blanked code, with its strings back: they stand in the same order in the source."""
    old, new = code[start:end], source[start:end]
    if old == new:
        return text
    pieces = {}
    for found in re.finditer(r'[^\n]+', old):
        pieces[found[0].strip()] = new[found.start():found.end()].strip()
    for blank, full in pieces.items():
        text = text.replace(blank, full)
    return text
