// The figures of /v1/figures: their present values, and how fast they grow.

const kept = 150; // looks, two seconds apart

/** One look at the figures. */
class Look {
  constructor(told) {
    this.at = told.at;
    this.all = told.figures;
  }
  named(name, labels = {}) {
    const fits = (one) => Object.entries(labels).every(([key, value]) => one.labels[key] === value);
    return this.all.filter((one) => one.name === name && fits(one));
  }
  sum(name, labels) {
    return this.named(name, labels).reduce((sum, one) => sum + one.value, 0);
  }
}

const looks = [];

/** Notes a look, unless the server told the same again. */
function note(look) {
  if (looks.length > 0 && looks.at(-1).at === look.at) return false;
  looks.push(look);
  if (looks.length > kept) looks.shift();
  return true;
}

/** How fast what `value` gives grew between two looks; nothing after a restart of the server. */
function growth(from, to, value) {
  const grown = value(to) - value(from);
  return grown < 0 ? undefined : (grown * 1000) / (to.at - from.at);
}

/** The present growth. */
function rateNow(value) {
  return looks.length < 2 ? undefined : growth(looks.at(-2), looks.at(-1), value);
}

/** The growth over time, for a plot. */
function growths(value) {
  return looks.slice(1).map((look, i) => [look.at, growth(looks[i], look, value)]);
}

const idPaths = (path) => path === '/genid' || path.startsWith('/api/') || path.endsWith('/ids');

/** The buckets of all paths that give IDs, added up. */
function latencies(look) {
  const sums = new Map();
  for (const one of look.named('vesta_http_request_duration_seconds')) {
    if (!idPaths(one.labels.path)) continue;
    for (const [bound, count] of one.buckets) sums.set(bound, (sums.get(bound) ?? 0) + count);
    sums.set(Infinity, (sums.get(Infinity) ?? 0) + one.count);
  }
  return sums;
}

/** The bound, in ms, below which a part of the requests between two looks stayed; nothing if there were none. */
function quantile(from, to, part) {
  const before = latencies(from);
  const grown = [...latencies(to)].map(([bound, count]) => [bound, count - (before.get(bound) ?? 0)]);
  grown.sort(([one], [other]) => one - other);
  const all = grown.at(-1)?.[1] ?? 0;
  if (all <= 0) return undefined;
  const [bound] = grown.find(([, count]) => count >= all * part);
  return bound === Infinity ? grown.at(-2)[0] * 1000 : bound * 1000;
}

function quantiles(part) {
  return looks.slice(1).map((look, i) => [look.at, quantile(looks[i], look, part)]);
}
