#!/usr/bin/env node
'use strict';
// A CommonJS file: an ECMAScript module alone makes the start of node a third slower.
const { version } = require('../package.json');

const [first] = process.argv.slice(2);
if (!((first === '--version' || first === '-V') && isWritten(`${version}\n`))) {
  const { join } = require('node:path');
  try {
    const { start } = require('../dist/cli/start.cjs');
    start({ version, root: join(__dirname, '..') }).catch(damaged);
  } catch (error) {
    damaged(error);
  }
}

/** Answers before anything is loaded, node's streams included. Whether that was possible. */
function isWritten(text) {
  try {
    require('node:fs').writeSync(1, text);
    return true;
  } catch (error) {
    return error.code === 'EPIPE';
  }
}

/** What the command line itself says of its failures is said by then. */
function damaged(error) {
  process.exitCode = 3;
  const [what] = String(error).split('\n');
  require('node:fs').writeSync(
    2,
    `cfgtool: the program is not there as a whole\n  ${what}\nhint: install it again\n`,
  );
}
