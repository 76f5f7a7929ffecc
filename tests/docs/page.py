"""The steps of a page: what its reader types, and the files that its reader writes."""
import re

FENCE = re.compile(r'^```(\w*)(?: title="([^"]+)")?\n(.*?)^```$', re.S | re.M)
PORT = re.compile(r'(?:127\.0\.0\.1:|port: |--port=)(\d{4,5})')
# What differs from run to run, in what a page shows and in what a program prints.
VARIES = [(re.compile(r'\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?Z?'), '<instant>'), (re.compile(r'vst_[\w-]+'), '<token>'),
          (re.compile(r'\d{12,}'), '<id>'), (re.compile(r'k\d{8}:sha256:[0-9a-f]+'), '<digest>')]


def plain(line):
    for pattern, name in VARIES:
        line = pattern.sub(name, line)
    return line.rstrip()


def pattern_of(lines):
    """What the output must be: `...` stands for anything, as a line for any lines."""
    parts = []
    for line in lines:
        parts.append('(?:.*\n)*' if line.strip() == '...' else re.escape(plain(line)).replace(r'\.\.\.', '.*') + '\n')
    return re.compile(''.join(parts))


class Command:
    def __init__(self, text, expected):
        self.text, self.expected = text, expected

    def fits(self, output):
        """Where the page shows no output, any will do."""
        shown = ''.join(plain(line) + '\n' for line in output.splitlines())
        return not self.expected or pattern_of(self.expected).fullmatch(shown) is not None


class File:
    def __init__(self, path, text):
        self.path, self.text = path, text


def commands(block):
    """`$ ` begins a command, a backslash at its end continues it, and what follows is its output."""
    text, expected = None, []
    for line in block.splitlines():
        if text is not None and text.endswith('\\'):
            text += '\n' + line
        elif line.startswith('$ '):
            if text is not None:
                yield Command(text, expected)
            text, expected = line[2:], []
        elif text is None:
            raise ValueError(f'output before any command: {line}')
        else:
            expected.append(line)
    yield Command(text, expected)


def steps(markdown):
    for language, title, block in FENCE.findall(markdown):
        if title:
            yield File(title, block)
        elif language == 'console':
            yield from commands(block)
        elif language in ('', 'sh', 'bash', 'shell'):
            raise ValueError(f'a block that looks like commands, and would not be run: {block.splitlines()[0]}')


def with_ports(markdown, ports):
    """The page with other ports than it says; `ports(n)` gives n free ones."""
    said = sorted(set(PORT.findall(markdown)))
    moved = dict(zip(said, map(str, ports(len(said)))))
    return re.sub(r'(?<!\d)(?:' + '|'.join(said) + r')(?!\d)', lambda found: moved[found[0]], markdown) if said else markdown
