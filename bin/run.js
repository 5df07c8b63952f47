#!/usr/bin/env node
'use strict';
// A CommonJS file: an ECMAScript module alone makes the start of node a third slower.
const { version } = require('../package.json');

const [first] = process.argv.slice(2);
if (first === '--version' || first === '-V') {
  // Answered before anything is loaded, node's streams included.
  try {
    require('node:fs').writeSync(1, `${version}\n`);
  } catch (error) {
    if (error.code !== 'EPIPE') process.stdout.write(`${version}\n`);
  }
} else {
  const { join } = require('node:path');
  const { start } = require('../dist/cli/start.cjs');
  start({ version, root: join(__dirname, '..') });
}
