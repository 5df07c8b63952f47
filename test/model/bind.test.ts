/** Binding, by cases: each folder under `bind/cases` holds an input, its type, the canonical values and the problems. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openConfiguration } from '../../src/model/open.ts';
import type { Data } from '../../src/source/data.ts';
import { printYaml } from '../../src/source/edit/print.ts';
import { sourceFile } from '../../src/source/load.ts';

const cases = fileURLToPath(new URL('bind/cases/', import.meta.url));

test.each(readdirSync(cases))('%s', async (name) => {
  const folder = `${cases}${name}`;
  const type = readFileSync(`${folder}/type.txt`, 'utf8').trim();
  const file = sourceFile('input.yaml', readFileSync(`${folder}/input.yaml`, 'utf8'), 'named');
  const { roots, problems } = openConfiguration(file, { type, api: 'v2' });
  const values = roots.map(({ value }) => printYaml(value as Data, { indent: 0, step: 2 }));
  await expect(values.join('---\n')).toMatchFileSnapshot(`${folder}/expected.yaml`);
  const lines = problems.map(({ rule, level, span, message }) => {
    const { line } = file.lines.position(span.start);
    return `${rule} ${level} ${line}: ${message}\n`;
  });
  await expect(lines.join('')).toMatchFileSnapshot(`${folder}/problems.txt`);
});
