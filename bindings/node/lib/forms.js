'use strict';
// IDs as text, for JSON, URLs and columns (docs/text-forms.md).
const { VestaError } = require('./errors');

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const same = (text) => text;
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CHECKS = `${CROCKFORD}*~$=U`; // base32-check: the rest modulo 37
const upper = (text) => text.replace(/[a-z]/g, (each) => each.toUpperCase()); // others have letters of ASCII as their upper case
const foldBase32 = (text) => upper(text).replace(/[IL]/g, '1').replace(/O/g, '0');
const SYSTEMS = { // lengths of an ID of 64 bits, and of one of 128
  hex: { digits: '0123456789abcdef', lengths: [16, 32], fold: (text) => text.toLowerCase() },
  base32: { digits: CROCKFORD, lengths: [13, 26], fold: foldBase32 },
  base58: { digits: BASE62.replace(/[0OIl]/g, ''), lengths: [11, 22], fold: same },
  base62: { digits: BASE62, lengths: [11, 22], fold: same },
  'base32-check': { digits: CROCKFORD, lengths: [13, 26], fold: foldBase32, checked: true },
  typeid: { digits: CROCKFORD.toLowerCase(), lengths: [0, 26], fold: same },
};
const FORMS = ['decimal', 'hex', 'base32', 'base58', 'base62', 'uuid', 'base32-check'];
const UUID_FORMS = [...FORMS.slice(1), 'typeid'];
const TYPE_PREFIX = /^(?=.{0,64}$)([a-z]([a-z_]*[a-z])?_)?$/;
const ANY_UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const UUID = /^([0-9a-f]{8})-([0-9a-f]{4})-8([0-9a-f]{3})-([89ab])([048c])00-0{12}$/;

function check(form, forms, prefix) {
  if (!forms.includes(form)) {
    throw new VestaError('invalid-argument', `there is no form '${form}' of these IDs; there are ${forms.join(', ')}`);
  }
  if (form === 'typeid' && !TYPE_PREFIX.test(prefix)) {
    throw new VestaError('invalid-argument', `the prefix of a TypeID is like 'order_', at most 63 of a-z and _; not '${prefix}'`);
  }
}

function toDigits(value, { digits, lengths, checked }, words) {
  const base = BigInt(digits.length);
  let text = '';
  for (let i = 0, left = value; i < lengths[words - 1]; i++, left /= base) text = digits[Number(left % base)] + text;
  return checked ? text + CHECKS[Number(value % 37n)] : text;
}

function fromDigits(text, { digits, lengths, fold, checked }, words) {
  const length = lengths[words - 1];
  if (text.length !== length + (checked ? 1 : 0)) return undefined;
  let value = 0n;
  for (const each of fold(text.slice(0, length))) {
    const digit = digits.indexOf(each);
    if (digit < 0) return undefined;
    value = value * BigInt(digits.length) + BigInt(digit);
  }
  return checked && CHECKS[Number(value % 37n)] !== upper(text[length]) ? undefined : value;
}

function toUuid(bits) {
  const hex = bits.toString(16).padStart(16, '0');
  const low = Number(bits & 15n);
  const variant = (8 + (low >> 2)).toString(16) + ((low & 3) << 2).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(12, 15)}-${variant}00-000000000000`;
}

/** Of a BigInt, or of the UUID of an ID of 128 bits. */
function toText(id, form, prefix = '') {
  if (typeof id === 'string') {
    check(form, UUID_FORMS, prefix);
    if (!ANY_UUID.test(id)) throw new VestaError('invalid-argument', `'${id}' is no UUID`);
    return prefix + (form === 'uuid' ? id.toLowerCase() : toDigits(BigInt(`0x${id.replaceAll('-', '')}`), SYSTEMS[form], 2));
  }
  check(form, FORMS, prefix);
  if (form === 'decimal') return prefix + BigInt.asIntN(64, id);
  const bits = BigInt.asUintN(64, id);
  return prefix + (form === 'uuid' ? toUuid(bits) : toDigits(bits, SYSTEMS[form], 1));
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
  return fromDigits(text, SYSTEMS[form], 1);
}

function fromText(text, form, prefix = '') {
  check(form, FORMS, prefix);
  const value = text.startsWith(prefix) ? read(text.slice(prefix.length), form) : undefined;
  if (value === undefined || value < -(2n ** 63n) || value >= 2n ** 64n) {
    throw new VestaError('invalid-argument', `'${text}' is no ID of form ${form}`);
  }
  return BigInt.asIntN(64, value);
}

/** The UUID of the ID of 128 bits in such a text. */
function uuidFromText(text, form, prefix = '') {
  check(form, UUID_FORMS, prefix);
  const rest = text.startsWith(prefix) ? text.slice(prefix.length) : '';
  if (form === 'uuid' && ANY_UUID.test(rest)) return rest.toLowerCase();
  const value = form === 'uuid' ? undefined : fromDigits(rest, SYSTEMS[form], 2);
  if (value === undefined || value >= 2n ** 128n) {
    throw new VestaError('invalid-argument', `'${text}' is no ID of 128 bits of form ${form}`);
  }
  return uuidOfHex(toDigits(value, SYSTEMS.hex, 2));
}

function uuidOfHex(hex) {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

module.exports = { FORMS, UUID_FORMS, fromText, toText, uuidFromText, uuidOfHex };
