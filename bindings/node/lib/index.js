'use strict';
const { Vesta, open } = require('./embedded');
const { CODES, VestaError, WORDS } = require('./errors');
const { FORMS, UUID_FORMS, fromText, toText, uuidFromText } = require('./forms');
const { Generator } = require('./generator');
const { Remote, connect } = require('./remote');

module.exports = {
  CODES, FORMS, Generator, Remote, UUID_FORMS, Vesta, VestaError, WORDS, connect, fromText, open, toText, uuidFromText,
};
