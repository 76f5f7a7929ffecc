'use strict';
const { Vesta, open } = require('./embedded');
const { CODES, VestaError, WORDS } = require('./errors');
const { FORMS, fromText, toText } = require('./forms');
const { Generator } = require('./generator');
const { Remote, connect } = require('./remote');

module.exports = { CODES, FORMS, Generator, Remote, Vesta, VestaError, WORDS, connect, fromText, open, toText };
