'use strict';
const vesta = require('vesta-ids');

const ids = vesta.open('first.yaml');
console.log(String(ids.generator().nextSync()));
