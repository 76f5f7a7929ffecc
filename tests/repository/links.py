"""Links between the Markdown files of the repository: each leads to a file or folder that is there, and to a heading of it."""
import posixpath
import re

FENCE = re.compile(r'^(```+|~~~+).*?^\1`*$', re.S | re.M)
CODE = re.compile(r'`[^`\n]+`')
LINK = re.compile(r'!?\[[^\]]*\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"')
ELSEWHERE = re.compile(r'[a-z]+:')


def anchor(heading):
    """What GitHub, and the site, call a heading."""
    plain = re.sub(r'\[([^\]]*)\]\([^)]*\)', r'\1', heading).replace('`', '').strip().lower()
    return re.sub(r'[^\w\- ]', '', plain).replace(' ', '-')


def anchors(text):
    found = set()
    for heading in re.findall(r'^#{1,6} +(.+?)#*$', FENCE.sub('', text), re.M):
        name, times = anchor(heading), 0
        while (unique := f'{name}-{times}' if times else name) in found:
            times += 1
        found.add(unique)
    return found


def targets(text):
    """Each link of a page that does not leave the repository."""
    for first, second in LINK.findall(CODE.sub('', FENCE.sub('', text))):
        if not ELSEWHERE.match(first or second):
            yield first or second


def check(sources):
    pages = {source.path: source.text for source in sources if source.name.endswith('.md')}
    paths = {source.path for source in sources}
    folders = {posixpath.dirname(path) for path in paths}
    folders |= {'/'.join(folder.split('/')[:depth]) for folder in folders for depth in range(1, folder.count('/') + 1)}
    for page, text in pages.items():
        for target in targets(text):
            path, _, heading = target.partition('#')
            file = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
            if file not in paths and file not in folders:
                yield f'{page}: links to {target}, which is not there'
            elif heading and heading not in anchors(pages.get(file, '')):
                yield f'{page}: links to {target}, which has no such heading'
