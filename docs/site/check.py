#!/usr/bin/env python3
"""Looks at the built site as a browser would: every link, picture, script and style leads to a file and a heading of it, and nothing is
loaded from another host. check.py SITE. Doxygen's pages are only looked at for what they load."""
import html.parser
import pathlib
import sys
import urllib.parse

LOADS = {('script', 'src'), ('img', 'src'), ('link', 'href'), ('source', 'srcset'), ('iframe', 'src')}


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.names, self.links, self.loads = set(), [], []
        self.feed(path.read_text(encoding='utf-8'))

    def handle_starttag(self, tag, attrs):
        told = dict(attrs)
        self.names.update(told[key] for key in ('id', 'name') if told.get(key))
        for key in ('href', 'src', 'srcset'):
            if told.get(key):
                is_canonical = tag == 'link' and told.get('rel') in ('canonical', 'prev', 'next', 'alternate', 'edit')
                (self.loads if (tag, key) in LOADS and not is_canonical else self.links).append(told[key])


def wrong(site):
    pages = {path: Page(path) for path in site.rglob('*.html')}
    for path, page in pages.items():
        here = path.relative_to(site)
        for target in page.loads:
            if urllib.parse.urlsplit(target).netloc:
                yield f'{here} loads {target}'
        if here.parts[0] == 'api' or here.name == '404.html':
            continue
        for target in page.links + page.loads:
            parts = urllib.parse.urlsplit(target)
            if parts.scheme or parts.netloc or target in ('.', './'):
                continue
            file = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            file = file / 'index.html' if file.is_dir() else file
            if not file.exists():
                yield f'{here} leads to {target}, which is not there'
            elif parts.fragment and file in pages and not here.parts[0] == 'api':
                if urllib.parse.unquote(parts.fragment) not in pages[file].names and parts.fragment != '__comments':
                    yield f'{here} leads to {target}, which has no such heading'


def main(site):
    found = list(wrong(pathlib.Path(site).resolve()))
    print('\n'.join(found) or 'every link leads somewhere, and nothing is loaded from elsewhere')
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1]))
