'use strict';

/** The codes of vesta.h, from 1. */
const CODES = [
  'invalid-argument', 'invalid-settings', 'not-found', 'clock-behind', 'not-ready', 'exhausted', 'state-unusable',
  'in-use', 'lease-lost', 'store-unavailable', 'closed', 'forked', 'internal',
];

/** The first words of an RPC server's errors. */
const WORDS = {
  CLOCK: 'clock-behind', NOTREADY: 'not-ready', NOSUCHTAG: 'not-found', RANGE: 'invalid-argument',
  EXHAUSTED: 'exhausted', NOAUTH: 'not-authenticated', WRONGPASS: 'not-authenticated', NOPERM: 'not-permitted',
  QUOTA: 'over-quota', ERR: 'invalid-argument',
};

class VestaError extends Error {
  constructor(code, message, retryAfterMs) {
    super(message);
    this.name = 'VestaError';
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }

  /** From what the native library threw. */
  static fromNative(thrown) {
    if (thrown.vestaCode === undefined) return thrown;
    const wait = thrown.retryAfterMs < 0 ? undefined : thrown.retryAfterMs;
    return new VestaError(CODES[thrown.vestaCode - 1] ?? 'internal', thrown.message, wait);
  }

  /** From the line with which a server refuses. */
  static fromAnswer(line) {
    const [, word, message] = /^(\S*) ?(.*)$/.exec(line);
    const timed = /^(.*); retry-after-ms=(\d+)$/.exec(message);
    const code = Object.hasOwn(WORDS, word) ? WORDS[word] : 'internal';
    return new VestaError(code, timed ? timed[1] : message || line, timed ? Number(timed[2]) : undefined);
  }
}

module.exports = { CODES, VestaError, WORDS };
