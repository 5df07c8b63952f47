#!/usr/bin/env node
'use strict';
// A CommonJS file: an ECMAScript module alone makes the start of node a third slower.
const { version, proxyRelease } = require('../package.json');
// The newest release of the proxy that the tables know.
const shown = `${version}, releases of the proxy up to ${proxyRelease}\n`;

const [first] = process.argv.slice(2);
if (!((first === '--version' || first === '-V') && isWritten(shown))) {
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
