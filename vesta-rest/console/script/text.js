// Numbers and times as people read them.

const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const fine = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 });
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });

const rate = (value) => (value === undefined ? '–' : value < 100 ? fine.format(value) : grouped.format(value));
const day = (text) => (text ? text.slice(0, 10) : '–');
const clock = (text) => text.replace('T', ' ').replace(/\.\d+Z$/, 'Z');

/** A time that is left, in its two largest units. */
function lasting(seconds) {
  if (!Number.isFinite(seconds)) return '–';
  if (seconds < 0) return `${lasting(-seconds)} ago`;
  const years = seconds / 31_557_600;
  if (years > 1000) return 'over 1000 years';
  if (years >= 2) return `${fine.format(years)} years`;
  if (seconds >= 172_800) return `${grouped.format(seconds / 86_400)} days`;
  if (seconds >= 7200) return `${fine.format(seconds / 3600)} h`;
  if (seconds >= 120) return `${grouped.format(seconds / 60)} min`;
  return `${fine.format(seconds)} s`;
}

function bytes(value) {
  if (value < 1024) return `${value} B`;
  if (value < 1024 ** 2) return `${fine.format(value / 1024)} KiB`;
  return `${fine.format(value / 1024 ** 2)} MiB`;
}
