/**
 * Writes `libstdcxx.json` and `re2.json`: which texts the two C++ libraries take, for a few thousand patterns.
 * Needs g++ and the headers of RE2; the tests only read the files. See README.md in the folder above.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const here = import.meta.dirname;
const cases = JSON.parse(readFileSync(join(here, 'patterns.json'), 'utf8'));

/** A small generator of its own, so that a second run makes the same files. */
let seed = 20_190_601;
function random(below) {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
}

function randomPatterns(count, pieces) {
  return Array.from({ length: count }, () => {
    let pattern = '';
    for (let left = 1 + random(7); left > 0; left--) pattern += pieces[random(pieces.length)] ?? '';
    return pattern;
  });
}

/** Texts are strings of bytes, one character each. */
const texts = [...cases.texts, ...Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte))];
const COMMON = [...'aab01-.|()()*+?[]^$', '(?:', 'a{2}', '{1,2}', '\\d', '\\w', '[a-c]', '[^', '\\b', '/'];
const ECMA = [...COMMON, '(?=', '(?!', '\\1', '\\2', '\\', '{', '}', ',', '2', '[:', ':]', '[:alpha:]', '\\x6', '-', '\\s', '\\B', '\\c', '(a)', '(b|)'];
const RE2 = [...COMMON, '(?i)', '(?s)', '(?m)', '(?-i:', '(?i:', '(?U)', '(?P<n>', '[[:^alpha:]]', '[:alpha:]', '\\pN', '\\PL', '\\Q', '\\E', '\\C', '\\A', '\\z', '\\B', '\\', '{', '}', ',', '2', 'k', 'é', '\\x{e9}', '\\n', '\\s', '\\S'];

/** Too large to be run; only whether they parse is asked. */
const parsedOnly = new Set(cases.parsedOnly);
const folder = mkdtempSync(join(tmpdir(), 'facts-'));
function hex(text, encoding) {
  return Buffer.from(text, encoding).toString('hex');
}

function ask(name, flags, patterns) {
  const program = join(folder, name);
  const source = join(here, 'ask.cpp');
  execFileSync('g++', ['-std=c++17', '-O1', source, '-o', program, ...flags]);
  writeFileSync(join(folder, 'texts'), texts.map((text) => `${hex(text, 'latin1')}\n`).join(''));
  writeFileSync(join(folder, 'patterns'), patterns.map((pattern) => `${parsedOnly.has(pattern) ? '!' : ''}${hex(pattern, 'utf8')}\n`).join(''));
  const out = execFileSync(program, [join(folder, 'texts'), join(folder, 'patterns')], { encoding: 'utf8', maxBuffer: 1e9 });
  const answers = out.split('\n');
  const facts = patterns.map((pattern, i) => {
    const answer = answers[i] ?? '';
    return answer.startsWith('E ') ? [pattern, null, answer.slice(2)] : [pattern, answer];
  });
  const rows = facts.map((fact) => JSON.stringify(fact));
  writeFileSync(join(here, `${name}.json`), `{"texts":${JSON.stringify(texts)},\n"facts":[\n${rows.join(',\n')}\n]}\n`);
}

const unique = (patterns) => [...new Set(patterns)];
ask('libstdcxx', [], unique([...cases.both, ...cases.libstdcxx, ...cases.parsedOnly, ...randomPatterns(2500, ECMA)]));
ask('re2', ['-DWITH_RE2', '-lre2', '-lpthread'], unique([...cases.both, ...cases.re2, ...cases.parsedOnly, ...randomPatterns(2500, RE2)]));
