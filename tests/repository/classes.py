"""How many functions and data members the classes of a C++ file declare, without a compiler."""
import re

import functions

CLASS = re.compile(r'\b(?:class|struct)\s+(?:\[\[.*?\]\]\s*)?((?:\w+::)*\w+)\b[^;()=]*$')
NO_MEMBER = re.compile(r'\s*(?:using|friend|typedef|static_assert|static\s+constexpr[^()]*$|template\s*<[^{}]*>\s*friend|enum|class|struct|union)\b')
FUNCTION = re.compile(r'[\w>\]=!+*-]\s*\(')


def matching(text, at):
    """Where the brace at `at` is closed."""
    depth = 0
    for end in range(at, len(text)):
        depth += {'{': 1, '}': -1}.get(text[end], 0)
        if depth == 0:
            return end
    return len(text)


def declarations(body):
    """What stands between the braces of a class, a declaration at a time, without what stands between braces of its own."""
    kept, at = [], 0
    while at < len(body):
        if body[at] == '{':
            end = matching(body, at)
            # A function's body ends a declaration; braces around a value do not.
            kept.append(';' if functions.kind_of(''.join(kept).rpartition(';')[2]) != 'values' else '{}')
            at = end + 1
        else:
            kept.append(body[at])
            at += 1
    return [re.sub(r'\b(?:public|protected|private)\s*:(?!:)', '', each).strip() for each in ''.join(kept).split(';')]


def is_function(declaration):
    if re.search(r'\boperator\b', declaration.partition('(')[0]):
        return True
    head = functions.without_template(declaration).partition('=')[0]
    while (shorter := re.sub(r'<[^<>]*>', '', head)) != head:  # std::function<void()> is none
        head = shorter
    return FUNCTION.search(head) is not None


def classes(text):
    """(name, line, functions, data members) of every class, those within others and within functions too."""
    text = functions.blanked(text)
    for match in re.finditer(r'\{', text):
        start = max(text.rfind(each, 0, match.start()) for each in ';{}') + 1
        head = functions.without_template(text[start:match.start()])
        named = CLASS.search(re.sub(r'\b(?:public|protected|private)\s*:(?!:)', '', head))
        if not named or head.startswith('enum') or '(' in head:
            continue
        inside = [each for each in declarations(text[match.end():matching(text, match.start())]) if each]
        inside = [each for each in inside if not NO_MEMBER.match(each)]
        methods = [each for each in inside if is_function(each)]
        made = [each for each in methods if not re.search(r'=\s*(?:default|delete)\s*$', each)]
        yield named.group(1), text.count('\n', 0, match.start()) + 1, len(made), len(inside) - len(methods)
