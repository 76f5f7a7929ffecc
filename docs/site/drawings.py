#!/usr/bin/env python3
"""Draws docs/images/bits.svg, reservation.svg and lease.svg: drawings.py FOLDER."""
import pathlib
import sys

from svg import Drawing

FIELDS = [('version', 1, 'f', '0'), ('type', 1, 'e', '1'), ('genMethod', 2, 'd', '0'), ('time', 40, 'a', '375170578552'),
          ('seq', 10, 'b', '0'), ('machine', 10, 'c', '1')]
MEANS = {'version': 'kept for later', 'type': 'min-granularity', 'genMethod': 'embedded', 'time': '2026-11-20T22:02:58.552Z',
         'seq': 'the first of its ms', 'machine': 'machine ID 1'}


def bits():
    drawing = Drawing(860, 250, 'The 64 bits of an ID: version, type, genMethod, time, seq, machine')
    drawing.text(30, 36, '5005080883003129857', 'strong')
    drawing.text(245, 36, 'layout vesta, type min-granularity', 'quiet')
    left, wide, highest = 30, 12.5, 63
    for number, (name, width, kind, value) in enumerate(FIELDS):
        drawing.box(left, 70, width * wide - 1.5, 44, kind)
        if number not in (1, 2):
            drawing.text(left, 62, str(highest), 'quiet small')
        row = 0 if number > 2 else number
        if number > 2:
            drawing.text(left + width * wide / 2, 97, f'{name}: {width} bits', '', 'middle')
            drawing.text(left + width * wide / 2, 140, value, 'strong', 'middle')
            drawing.text(left + width * wide / 2, 160, MEANS[name], 'quiet small', 'middle')
        else:
            drawing.line(left + width * wide / 2, 114, left + width * wide / 2, 180 + 20 * (2 - row), 'thin')
            drawing.text(left + width * wide / 2 + 6, 184 + 20 * (2 - row),
                         f'{name}: {width} bit{"s" * (width > 1)}, here {value}: {MEANS[name]}', 'small')
        left, highest = left + width * wide, highest - width
    drawing.text(330, 204, 'Time stands above seq and machine: so IDs sort by time.', 'quiet small')
    drawing.text(330, 224, 'One machine ID makes 1,024 IDs a millisecond, until 2049.', 'quiet small')
    return drawing


def axis(drawing, y, left, right):
    drawing.line(left, y, right, y, arrow=True)
    drawing.text(right, y + 18, 'time', 'quiet small', 'end')


def reservation():
    drawing = Drawing(860, 330, 'Reserve, then serve: no ID lies above the mark that is already on disk')
    drawing.text(30, 34, 'Reserve, then serve', 'strong')
    drawing.box(150, 60, 230, 40, 'a')
    drawing.text(265, 85, 'served', '', 'middle')
    drawing.box(380, 60, 170, 40, 'b')
    drawing.text(465, 85, 'reserved', '', 'middle')
    drawing.text(30, 85, 'owner')
    axis(drawing, 112, 150, 830)
    drawing.line(380, 50, 380, 122)
    drawing.text(380, 138, 'now', 'small', 'middle')
    drawing.line(550, 44, 550, 122, 'bad')
    drawing.text(556, 56, 'the mark: on disk, or in a shared store', 'small')
    drawing.text(690, 85, 'nobody may', 'quiet', 'middle')
    drawing.text(30, 180, 'kill -9: what it had served lies below the mark, wherever the clock stands', 'strong')
    drawing.box(150, 206, 230, 40, 'a')
    drawing.text(265, 231, 'served', '', 'middle')
    drawing.cross(380, 226)
    drawing.text(396, 231, 'a gap, never used', 'quiet small')
    drawing.box(550, 206, 180, 40, 'c')
    drawing.text(640, 231, 'the next to serve', '', 'middle')
    drawing.text(30, 231, 'next owner')
    axis(drawing, 258, 150, 830)
    drawing.line(550, 196, 550, 268, 'bad')
    drawing.text(550, 286, 'starts at the mark it finds, and writes its own first', 'small', 'middle')
    drawing.text(30, 314, 'The same for tags: a row is moved up to 1000 before 1 is served, and the next process begins at 1001.', 'quiet small')
    return drawing


def lease():
    drawing = Drawing(860, 360, 'A lease: one conditional write decides who owns machine ID 7')
    for y, name in ((90, 'node A'), (190, 'row of machine ID 7'), (290, 'node B')):
        drawing.text(20, y + 5, name, 'strong')
        drawing.line(190, y, 840, y, 'thin')
    drawing.text(20, 213, 'in the shared store', 'quiet small')
    drawing.box(180, 74, 220, 32, 'a')
    drawing.text(290, 95, 'serves below its mark', '', 'middle')
    drawing.box(400, 74, 220, 32, 'f')
    drawing.text(450, 95, 'paused', 'quiet', 'middle')
    for x, label in ((200, 'version 4, mark 10'), (330, 'version 5, mark 13')):
        drawing.line(x, 108, x, 172, arrow=True)
        drawing.box(x - 4, 174, 122, 32, 'b')
        drawing.text(x + 57, 195, label, 'small', 'middle')
    drawing.text(206, 140, 'renews', 'small')
    drawing.text(336, 140, 'renews: if still 4', 'small')
    drawing.line(500, 60, 500, 215)
    drawing.text(506, 60, 'the lease has ended, by the store’s clock', 'small')
    drawing.line(540, 272, 540, 208, arrow=True)
    drawing.text(546, 244, 'takes over: if still 5', 'small')
    drawing.box(536, 174, 122, 32, 'c')
    drawing.text(597, 195, 'version 6, mark 16', 'small', 'middle')
    drawing.box(540, 274, 280, 32, 'c')
    drawing.text(680, 295, 'serves from mark 13 on', '', 'middle')
    drawing.line(690, 108, 690, 160, arrow=True)
    drawing.cross(690, 172)
    drawing.text(700, 140, 'renews: if still 5', 'small')
    drawing.text(704, 177, 'fails: A has lost it', 'small')
    drawing.box(622, 74, 66, 32, 'a')
    drawing.text(655, 95, 'to 13', '', 'middle')
    drawing.text(20, 345, 'A wrote mark 13 before it served up to it; B starts there. Both may run at once: no clock keeps them apart.', 'quiet small')
    return drawing


if __name__ == '__main__':
    folder = pathlib.Path(sys.argv[1])
    for each in (bits, reservation, lease):
        each().write(folder / f'{each.__name__}.svg')
