import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { type Edit, editText, sameData } from '../../../src/source/edit/index.ts';
import { readJson } from '../../../src/source/json.ts';
import { plainValue, ROOT } from '../../../src/source/tree.ts';
import { readYaml } from '../../../src/source/yaml.ts';
import { patched } from './random-edits.ts';

const FOLDER = fileURLToPath(new URL('cases/', import.meta.url));

describe('each case', () => {
  for (const name of readdirSync(FOLDER)) {
    test(name, () => {
      const folder = `${FOLDER}${name}/`;
      const format = existsSync(`${folder}input.json`) ? 'json' : 'yaml';
      const read = format === 'json' ? readJson : readYaml;
      const text = readFileSync(`${folder}input.${format}`, 'utf8');
      const edits = JSON.parse(readFileSync(`${folder}edits.json`, 'utf8')) as Edit[];
      const tree = read(name, text)[0];
      if (!tree) throw new Error('the input holds no document');
      const result = editText(tree, edits);
      if (existsSync(`${folder}refused.txt`)) {
        expect(result).toEqual({ ok: false, reason: readFileSync(`${folder}refused.txt`, 'utf8').trim() });
        return;
      }
      if (!result.ok) throw new Error(result.reason);
      expect(result.text).toBe(readFileSync(`${folder}expected.${format}`, 'utf8'));
      const again = read(name, result.text)[0];
      if (!again) throw new Error('the result holds no document');
      expect(sameData(plainValue(again, ROOT), patched(plainValue(tree, ROOT), edits))).toBe(true);
    });
  }
});
