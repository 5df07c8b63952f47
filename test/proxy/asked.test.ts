/** What rules say that the proxy refuses, and what it takes beside that: the proxy is asked again. */
import { expect, test } from 'vitest';
import { askValidate } from '../../scripts/proxy/validate-mode.ts';
import { asked } from '../analyze/asked.ts';
import { PROXY } from './program.ts';

test.skipIf(PROXY === undefined)(
  'the proxy refuses what the rules name, and nothing else',
  async () => {
    const wrong: string[] = [];
    for (const { what, bootstrap, rules } of asked) {
      const { refused } = await askValidate(PROXY ?? '', JSON.stringify(bootstrap));
      if ((refused === undefined) !== (rules.length === 0)) wrong.push(`${what}: ${refused ?? 'taken'}`);
    }
    expect(wrong).toEqual([]);
  },
  120_000,
);
