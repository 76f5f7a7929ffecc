"""What MkDocs asks while it builds the site: files outside docs/ that pages link to come along below repository/, with the same links
among them, and Doxygen's pages below api/."""
import os
import pathlib
import posixpath
import re
import sys

from mkdocs.structure.files import File
from mkdocs.structure.nav import Link

ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / 'tests/repository'))
import links  # noqa: E402

OUTSIDE = 'repository/'
# A list that follows a line of text: GitHub sees one, MkDocs only after an empty line. So with blocks of code.
LIST = re.compile(r'^((?!\s|[-*] |\d+\. |\||#).+)\n(?=(?:[-*]|\d+\.) )', re.M)
LINK = re.compile(r'(\]\(|(?:src|href)=")([^)"#\s]+)')


def in_repository(page):
    return page[len(OUTSIDE):] if page.startswith(OUTSIDE) else f'docs/{page}'


def in_site(path):
    return path[len('docs/'):] if path.startswith('docs/') else OUTSIDE + path


def led_to(path, target):
    """The file of the repository that a link means; of a folder, its README."""
    file = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
    return posixpath.join(file, 'README.md') if (ROOT / file).is_dir() else file


def rewrite(markdown, path):
    """The page with its links, and with lists, as the site has them."""
    here = posixpath.dirname(in_site(path))

    def moved(found):
        if links.ELSEWHERE.match(found[2]):
            return found[0]
        file = led_to(path, found[2])
        return found[1] + posixpath.relpath(in_site(file), here) if (ROOT / file).is_file() else found[0]

    def text(part):
        return LINK.sub(moved, LIST.sub(r'\1\n\n', part))

    parts, end = [], 0
    for fence in links.FENCE.finditer(markdown):
        parts += [text(markdown[end:fence.start()]), '\n', fence[0], '\n']
        end = fence.end()
    return ''.join(parts) + text(markdown[end:])


def on_files(files, config):
    waiting = [in_repository(file.src_uri) for file in files.documentation_pages()]
    while waiting:
        path = waiting.pop()
        for target in links.targets((ROOT / path).read_text(encoding='utf-8')):
            name = target.partition('#')[0]
            file = led_to(path, name) if name else path
            if (ROOT / file).is_file() and not files.get_file_from_path(in_site(file)):
                files.append(File.generated(config, in_site(file), abs_src_path=str(ROOT / file)))
                if file.endswith('.md'):
                    waiting.append(file)
    for file in sorted((ROOT / 'build/docs/api').rglob('*')):
        if file.is_file():
            files.append(File.generated(config, f'api/{file.relative_to(ROOT / "build/docs/api")}', abs_src_path=str(file)))
    return files


def on_page_markdown(markdown, page, **_):
    return rewrite(markdown, in_repository(page.file.src_uri))


def on_nav(nav, config, files):
    for section in nav.items:
        if section.title == 'Reference' and files.get_file_from_path('api/index.html'):
            section.children.insert(3, Link('The library', 'api/index.html'))
    return nav
