'use strict';
// RESP2 as Vesta's servers speak it, without input and output. Integers are BigInts: IDs are above 2^53.
const { VestaError } = require('./errors');

const DEEPEST = 8; // arrays within arrays

function encode(words) {
  const made = [`*${words.length}\r\n`];
  for (const each of words) made.push(`$${Buffer.byteLength(String(each))}\r\n${each}\r\n`);
  return made.join('');
}

/** Answers out of the bytes that arrive, in whatever pieces. */
class Reader {
  constructor() {
    this.bytes = Buffer.alloc(0);
  }

  feed(received) {
    this.bytes = this.bytes.length ? Buffer.concat([this.bytes, received]) : received;
  }

  /** The next answer as { value }; undefined: not all of it has arrived. A refusal is a VestaError as value. */
  take() {
    this.at = 0;
    const value = this.read(DEEPEST);
    if (value === undefined) return undefined;
    this.bytes = this.bytes.subarray(this.at);
    return { value };
  }

  read(deepest) {
    const end = this.bytes.indexOf('\r\n', this.at);
    if (end < 0) return undefined;
    const line = this.bytes.toString('utf8', this.at, end);
    this.at = end + 2;
    const rest = line.slice(1);
    switch (line[0]) {
      case ':': return BigInt(rest);
      case '+': return rest;
      case '-': return VestaError.fromAnswer(rest);
      case '$': return this.readText(Number(rest));
      case '*': if (deepest > 0) return this.readArray(Number(rest), deepest - 1);
    }
    throw new VestaError('internal', `the server answered '${line}', which is no RESP2: is it a Vesta RPC server?`);
  }

  readText(length) {
    if (length < 0) return null;
    if (this.bytes.length < this.at + length + 2) return undefined;
    const text = this.bytes.toString('utf8', this.at, this.at + length);
    this.at += length + 2;
    return text;
  }

  readArray(length, deepest) {
    const made = [];
    while (made.length < length) {
      const each = this.read(deepest);
      if (each === undefined) return undefined;
      made.push(each);
    }
    return made;
  }
}

module.exports = { Reader, encode };
