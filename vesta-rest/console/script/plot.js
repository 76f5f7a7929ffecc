// Small plots over time, as SVG.

const height = 170;
const margin = { left: 44, right: 6, top: 8, bottom: 18 };

function svg(name, attributes, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** The least of 1, 2, 5, 10, ... times a power of ten that is not below a value. */
function roundUp(value) {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((each) => each * power).find((each) => each >= value);
}

function gridLine(y, label, width) {
  return [
    svg('line', { x1: margin.left, x2: width - margin.right, y1: y, y2: y }),
    svg('text', { x: margin.left - 5, y: y + 4, 'text-anchor': 'end' }, label),
  ];
}

function grid(most, seconds, width) {
  const bottom = height - margin.bottom;
  const lines = [0, 0.5, 1].flatMap((part) =>
    gridLine(bottom - part * (bottom - margin.top), short.format(most * part), width));
  const past = svg('text', { x: margin.left, y: height - 4 }, seconds > 0 ? `${lasting(seconds)} ago` : '');
  const now = svg('text', { x: width - margin.right, y: height - 4, 'text-anchor': 'end' }, 'now');
  return [...lines, past, now];
}

/** Lines through points of [ms, value]; a point without a value ends a line. */
function lines(points, index, scaleX, scaleY) {
  const runs = [[]];
  for (const [when, value] of points) {
    if (value === undefined) runs.push([]);
    else runs.at(-1).push(`${scaleX(when).toFixed(1)},${scaleY(value).toFixed(1)}`);
  }
  return runs
    .filter((run) => run.length > 0)
    .map((run) => svg('polyline', { points: [...run, run.at(-1)].join(' '), class: `s${index % 6}` }));
}

function legend(series) {
  return series.map(({ name, points }, i) => {
    const swatch = svg('svg', { viewBox: '0 0 24 8', 'aria-hidden': 'true' });
    swatch.append(svg('polyline', { points: '0,4 24,4', class: `s${i % 6}` }));
    return make('li', {}, swatch, ` ${name}: ${rate(points.at(-1)?.[1])}`);
  });
}

/** Draws series of { name, points } into an element. */
function plot(into, series) {
  const width = Math.max(at(into).clientWidth, 240); // a pixel each, so that texts keep their size on a phone
  const values = series.flatMap(({ points }) => points.map(([, value]) => value ?? 0));
  const times = series.flatMap(({ points }) => points.map(([when]) => when));
  const most = roundUp(values.reduce((one, other) => Math.max(one, other), 0));
  const end = times.reduce((one, other) => Math.max(one, other), 0);
  const begin = times.reduce((one, other) => Math.min(one, other), end);
  const scaleX = (when) => margin.left + ((when - begin) / (end - begin || 1)) * (width - margin.left - margin.right);
  const scaleY = (value) => height - margin.bottom - (value / most) * (height - margin.top - margin.bottom);
  const said = series.map(({ name, points }) => `${name} ${rate(points.at(-1)?.[1])}`).join(', ') || 'no figures yet';
  const drawing = svg('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': `Now: ${said}` });
  drawing.append(...grid(most, (end - begin) / 1000, width));
  drawing.append(...series.flatMap(({ points }, i) => lines(points, i, scaleX, scaleY)));
  at(into).replaceChildren(drawing, make('ul', {}, ...legend(series)));
}
