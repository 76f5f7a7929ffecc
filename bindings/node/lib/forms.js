'use strict';
// IDs as text, for JSON, URLs and columns (docs/text-forms.md).
const { VestaError } = require('./errors');

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const same = (text) => text;
const SYSTEMS = {
  hex: { digits: '0123456789abcdef', length: 16, fold: (text) => text.toLowerCase() },
  base32: {
    digits: '0123456789ABCDEFGHJKMNPQRSTVWXYZ',
    length: 13,
    fold: (text) => text.toUpperCase().replace(/[IL]/g, '1').replace(/O/g, '0'),
  },
  base58: { digits: BASE62.replace(/[0OIl]/g, ''), length: 11, fold: same },
  base62: { digits: BASE62, length: 11, fold: same },
};
const FORMS = ['decimal', ...Object.keys(SYSTEMS), 'uuid'];
const UUID = /^([0-9a-f]{8})-([0-9a-f]{4})-8([0-9a-f]{3})-([89ab])([048c])00-0{12}$/;

function checked(form) {
  if (!FORMS.includes(form)) {
    throw new VestaError('invalid-argument', `there is no form '${form}'; there are ${FORMS.join(', ')}`);
  }
}

function toUuid(bits) {
  const hex = bits.toString(16).padStart(16, '0');
  const low = Number(bits & 15n);
  const variant = (8 + (low >> 2)).toString(16) + ((low & 3) << 2).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(12, 15)}-${variant}00-000000000000`;
}

function toText(id, form, prefix = '') {
  checked(form);
  if (form === 'decimal') return prefix + BigInt.asIntN(64, id);
  let left = BigInt.asUintN(64, id);
  if (form === 'uuid') return prefix + toUuid(left);
  const { digits, length } = SYSTEMS[form];
  const base = BigInt(digits.length);
  let text = '';
  for (let i = 0; i < length; i++, left /= base) text = digits[Number(left % base)] + text;
  return prefix + text;
}

function readUuid(text) {
  const found = UUID.exec(text.toLowerCase());
  if (!found) return undefined;
  const low = ((parseInt(found[4], 16) & 3) << 2) | (parseInt(found[5], 16) >> 2);
  return (BigInt(`0x${found[1]}${found[2]}${found[3]}`) << 4n) | BigInt(low);
}

function read(text, form) {
  if (form === 'decimal') return /^(0|-?[1-9][0-9]{0,19})$/.test(text) ? BigInt(text) : undefined;
  if (form === 'uuid') return readUuid(text);
  const { digits, length, fold } = SYSTEMS[form];
  if (text.length !== length) return undefined;
  let value = 0n;
  for (const each of fold(text)) {
    const digit = digits.indexOf(each);
    if (digit < 0) return undefined;
    value = value * BigInt(digits.length) + BigInt(digit);
  }
  return value;
}

function fromText(text, form, prefix = '') {
  checked(form);
  const value = text.startsWith(prefix) ? read(text.slice(prefix.length), form) : undefined;
  if (value === undefined || value < -(2n ** 63n) || value >= 2n ** 64n) {
    throw new VestaError('invalid-argument', `'${text}' is no ID of form ${form}`);
  }
  return BigInt.asIntN(64, value);
}

module.exports = { FORMS, fromText, toText };
