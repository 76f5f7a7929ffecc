"""Drawings as SVG: boxes, lines and text in a few colours that follow the reader's choice of light or dark."""
from xml.sax.saxutils import escape

STYLE = """
svg { font: 14px system-ui, sans-serif }
.page { fill: #fff } text { fill: #1f2430 } .quiet { fill: #5a6172 } .small { font-size: 12px } .strong { font-weight: 600 }
.line { stroke: #5a6172; stroke-width: 1.5; fill: none } .thin { stroke: #c9cdd6; stroke-width: 1; fill: none }
.a { fill: #bfe3d0 } .b { fill: #cfdcf7 } .c { fill: #f6dfb4 } .d { fill: #f3c9c9 } .e { fill: #dcd3f3 } .f { fill: #e6e8ed }
.bar { fill: #2f7d5b } .peer { fill: #aab1c0 } .bad { stroke: #b3261e; stroke-width: 2; fill: none } .arrow { fill: #5a6172 }
@media (prefers-color-scheme: dark) {
.page { fill: #171a21 } text { fill: #e6e8ee } .quiet { fill: #a3abbd } .line { stroke: #a3abbd } .thin { stroke: #3a4150 }
.a { fill: #1f5a40 } .b { fill: #2b4271 } .c { fill: #6b5017 } .d { fill: #6f2c2c } .e { fill: #4a3c78 } .f { fill: #2c313c }
.bar { fill: #4fb98a } .peer { fill: #5d6678 } .bad { stroke: #f2756b } .arrow { fill: #a3abbd } }
"""


class Drawing:
    def __init__(self, width, height, title):
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">',
            f'<title>{escape(title)}</title><style>{STYLE}</style>',
            '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
            '<path class="arrow" d="M0 0L8 4L0 8z"/></marker></defs>',
            f'<rect class="page" width="{width}" height="{height}" rx="8"/>']

    def box(self, left, top, width, height, kind, round_by=3):
        self.parts.append(f'<rect class="{kind}" x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" rx="{round_by}"/>')

    def text(self, x, y, words, kind='', anchor='start'):
        self.parts.append(f'<text class="{kind}" x="{x:g}" y="{y:g}" text-anchor="{anchor}">{escape(words)}</text>')

    def line(self, x1, y1, x2, y2, kind='line', arrow=False):
        tip = ' marker-end="url(#tip)"' if arrow else ''
        self.parts.append(f'<path class="{kind}" d="M{x1:g} {y1:g}L{x2:g} {y2:g}"{tip}/>')

    def cross(self, x, y, size=7):
        self.line(x - size, y - size, x + size, y + size, 'bad')
        self.line(x - size, y + size, x + size, y - size, 'bad')

    def write(self, path):
        path.write_text('\n'.join([*self.parts, '</svg>']).replace(' class=""', '') + '\n', encoding='utf-8')
