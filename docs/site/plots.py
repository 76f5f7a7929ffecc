#!/usr/bin/env python3
"""Draws the comparisons of docs/benchmarks.md, a picture for each section that compares with a peer: plots.py PAGE FOLDER.

A bar goes from the peer, at 1, to how many times better Vesta is, as the page has it: the ratio itself where more is better (requests a
second), its inverse where less is (times). The stroke is the aim.
"""
import math
import pathlib
import re
import sys

from svg import Drawing

SECTIONS = ('core', 'rest', 'rpc', 'sharded', 'segment')
AIM = re.compile(r'at (least|most) ([\d.]+)(?: times)?(?:,|$| \*\*)')
NUMBER = re.compile(r'\d[\d,]*(?:\.\d+)?')
LEFT, WIDTH, ROW = 470, 330, 26


def number(text):
    found = NUMBER.search(text)
    return float(found[0].replace(',', '')) if found else None


def tables(section):
    """Each table as rows of cells by the names of their columns."""
    for block in re.findall(r'(?:^\|.*\n)+', section, re.M):
        lines = [[cell.strip() for cell in line.strip('|').split('|')] for line in block.splitlines()]
        yield [dict(zip(lines[0], line)) for line in lines[2:]]


def more_is_better(aim, measured):
    """By the aim, else by what was measured: of times less is better."""
    if found := AIM.match(aim):
        return found[1] == 'least'
    return not re.search(r'[\d)] [nuµm]?s\b', measured)


def of_table(table):
    """What is compared in its rows, how many times better it is, and the aim in the same measure."""
    context = ''
    for row in table:
        cells = list(row.values())
        name = re.sub(r'`|\*\*', '', cells[0])
        name = f'{context}, {name}' if name.startswith('pipeline') else name
        context = name.partition(', pipeline')[0]
        for key in ('ratio', 'GENID', 'INCR'):
            ratio = number(row.get(key, ''))
            if not ratio or (key == 'ratio' and not cells[2]):
                continue
            found = AIM.match(row.get('aim', ''))
            more = more_is_better(row.get('aim', ''), cells[1])
            aim = float(found[2]) if found else None
            yield (f'{key}: {name}' if key != 'ratio' else name), ratio if more else 1 / ratio, aim if more or not aim else 1 / aim


def comparisons(section):
    for table in tables(section):
        yield from of_table(table)


def short(text, most=68):
    return text if len(text) <= most else text[:most - 1].rsplit(' ', 1)[0] + ' …'


def place(times, widest):
    """Where a value lies on the axis, whose middle is the peer."""
    bounded = max(1 / widest, min(widest, times))
    return LEFT + WIDTH / 2 + WIDTH / 2 * math.log(bounded) / math.log(widest)


def plot(name, rows):
    widest = max(2.0, *(max(times, 1 / times) for _, times, _ in rows))
    widest = min(100.0, 10 ** math.ceil(math.log10(widest)) if widest > 4 else 4.0)
    height = 74 + ROW * len(rows)
    drawing = Drawing(LEFT + WIDTH + 90, height, f'{name}: how many times better than its peer')
    drawing.text(20, 30, f'{name}: times better than the peer', 'strong')
    for step in (1 / widest, 1 / math.sqrt(widest), 1, math.sqrt(widest), widest):
        drawing.line(place(step, widest), 46, place(step, widest), height - 14, 'line' if step == 1 else 'thin')
        drawing.text(place(step, widest), 40, f'{step:.2g}' if step < 10 else f'{step:.0f}', 'quiet small', 'middle')
    for line, (what, times, aim) in enumerate(rows):
        y = 58 + ROW * line
        start, end = sorted((place(1, widest), place(times, widest)))
        drawing.text(20, y + 12, short(what), 'small')
        drawing.box(start, y, max(end - start, 2), 16, 'bar' if times >= 1 else 'peer', 2)
        drawing.text(LEFT + WIDTH + 12, y + 12, f'{times:.3g}' if times < 100 else f'{times:,.0f}', 'small')
        if aim:
            drawing.line(place(aim, widest), y - 3, place(aim, widest), y + 19, 'bad')
    return drawing


def main(page, folder):
    text = pathlib.Path(page).read_text(encoding='utf-8')
    parts = dict(re.findall(r'^## (\w+)\n(.*?)(?=^## |\Z)', text, re.S | re.M))
    for name in SECTIONS:
        plot(name, list(comparisons(parts[name]))).write(pathlib.Path(folder, f'bench-{name}.svg'))


if __name__ == '__main__':
    main(*sys.argv[1:])
