#!/usr/bin/env node
import { readFileSync } from 'node:fs';

const root = new URL('..', import.meta.url);
const description = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));

if (process.argv[2] === '--version' || process.argv[2] === '-V') {
  // Answered before anything is loaded.
  process.stdout.write(`${description.version}\n`);
} else {
  const { main } = await import('../dist/src/commands/main.js');
  process.exitCode = await main(process.argv.slice(2), { root, description });
}
