"""How long the functions of a C++ file are, without a compiler: braces are matched in a text without comments and strings."""
import re

SKIPPED = re.compile(r'''
    //[^\n]* | /\*.*?\*/                                   # comments
  | (?:u8|[uUL])?R"(?P<tag>[^()\s\\]{0,16})\(.*?\)(?P=tag)"  # raw strings
  | "(?:\\.|[^"\\\n])*"                                    # strings
  | (?<![0-9a-zA-Z_])'(?:\\.|[^'\\\n])+'                   # characters, but not the marks within 1'000
  | ^[ \t]*\#(?:\\\n|[^\n])*                               # what the preprocessor reads
''', re.VERBOSE | re.DOTALL | re.MULTILINE)

ATTRIBUTES = re.compile(r'\[\[.*?\]\]|\balignas\s*\([^()]*\)|__attribute__\s*\(\(.*?\)\)', re.DOTALL)
CONTAINER = re.compile(r'(?:inline\s+|typedef\s+)*(?:namespace|class|struct|union|enum)\b[^()=]*$|extern\s*""?$')
BODY = re.compile(r'(?:[)}]|\b(?:const|noexcept|override|final|mutable|try|volatile|else)|&)$')
TRAILING_TYPE = re.compile(r'\)[^()]*->[^(){};]*$')
ACCESS = re.compile(r'\s*(?:public|protected|private)\s*:(?!:)')


def blanked(text):
    """The text with comments, strings and directives emptied, every line where it was."""
    def blank(match):
        kept = '""' if match.group()[0] not in '/#' and match.group().lstrip()[0] != '#' else ''
        return kept + '\n' * match.group().count('\n')
    return SKIPPED.sub(blank, text)


def without_template(head):
    """The head of a declaration without `template <...>` before it."""
    while (match := re.match(r'\s*template\s*<', head)) is not None:
        depth, end = 1, match.end()
        while end < len(head) and depth:
            depth += {'<': 1, '>': -1}.get(head[end], 0)
            end += 1
        head = head[end:]
    return head.strip()


def kind_of(head):
    """What the brace after `head` opens: a container of declarations, a function's body, or values."""
    head = without_template(ATTRIBUTES.sub('', head).strip())
    if CONTAINER.match(head):
        return 'container'
    is_call = '(' in head and (BODY.search(head) or TRAILING_TYPE.search(head))
    return 'function' if is_call else 'values'


def functions(text):
    """(first line, last line) of every function outside of others, lambdas at namespace level included."""
    text = blanked(text)
    found, stack, start = [], [], 0
    for at, char in enumerate(text):
        inside = any(kind != 'container' for kind, _ in stack)
        if char == '{':
            while (access := ACCESS.match(text, start, at)) is not None:
                start = access.end()
            kind = 'inner' if inside else kind_of(text[start:at])
            stack.append((kind, start))
            start = at + 1 if kind == 'container' else start
        elif char == '}' and stack:
            kind, begun = stack.pop()
            if kind == 'function':
                begun += len(text[begun:at]) - len(text[begun:at].lstrip())
                found.append((text.count('\n', 0, begun) + 1, text.count('\n', 0, at) + 1))
            if kind in ('function', 'container'):
                start = at + 1
        elif char == ';' and not inside:
            start = at + 1
    return found
