import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { liftConfiguration } from '../../../src/engine/lift.ts';
import { type MigrateOptions, migrateConfiguration } from '../../../src/migrate/index.ts';
import {
  exploreEdits,
  exploreEditText,
  exploreMigrated,
  type OfferedEdit,
} from '../../../src/tui/jobs/migration.ts';
import { openedInput } from '../opened.ts';

const front = readFileSync('examples/front-proxy.yaml', 'utf8');

function offered(...which: readonly OfferedEdit['made'][]): readonly OfferedEdit[] {
  const { edits } = exploreEdits(openedInput({ 'front.yaml': front }));
  const found = edits.filter(({ made }) => which.includes(made));
  expect(found.length).toBeGreaterThan(0);
  return found;
}

test('the edits are those of migrate, in the order of the text', () => {
  const opened = openedInput({ 'front.yaml': front });
  const { edits } = exploreEdits(opened);
  const [configuration] = opened.side;
  const applied = (options: Partial<MigrateOptions>) =>
    configuration === undefined
      ? []
      : migrateConfiguration(configuration, { older: false, ...options }).applied.map(
          ({ migration, pointer }) => [migration, pointer],
        );
  const places = (all: typeof edits) => all.map(({ migration, pointer }) => [migration, pointer]);
  expect(places(edits.filter(({ made }) => made === 'always'))).toEqual(applied({}));
  const within = edits.filter(({ made }) => made !== 'lift');
  expect(places(within).sort()).toEqual(applied({ also: ['all'] }).sort());
  const order = edits.map(({ made, line }) => ['always', 'optional', 'lift'].indexOf(made) * 1e6 + line);
  expect(order).toEqual(order.toSorted((left, right) => left - right));
  expect(new Set(edits.map(({ key }) => key)).size).toBe(edits.length);
});

test('each edit has a text of its own', () => {
  const opened = openedInput({ 'front.yaml': front });
  for (const { key } of exploreEdits(opened).edits) {
    const { lines } = exploreEditText(opened, key);
    expect(lines[0]).toMatch(/^@@ /);
    expect(lines.some((line) => /^[+-]/.test(line))).toBe(true);
  }
});

describe('what is accepted', () => {
  test('all of it is what migrate makes of the file; none of it is nothing', () => {
    const opened = openedInput({ 'front.yaml': front });
    const always = exploreEdits(opened).edits.filter(({ made }) => made === 'always');
    const keys = new Set(always.map(({ key }) => key));
    const [configuration] = opened.side;
    const whole = configuration && migrateConfiguration(configuration, { older: false }).text;
    expect(exploreMigrated(opened, keys).map(({ text, edits }) => [text, edits])).toEqual([
      [whole, keys.size],
    ]);
    expect(exploreMigrated(opened, new Set())).toEqual([]);
  });

  test('one edit changes its own lines alone, and is not offered again', () => {
    const { edits: offered } = exploreEdits(openedInput({ 'front.yaml': front }));
    const edits = offered.filter(({ made }) => made !== 'lift');
    for (const { key, migration, pointer } of edits) {
      const [done] = exploreMigrated(openedInput({ 'front.yaml': front }), new Set([key]));
      expect(done?.equivalent).toBe(true);
      const still = exploreEdits(openedInput({ 'front.yaml': done?.text ?? '' })).edits;
      const left = still.filter(({ made }) => made !== 'lift');
      expect(left).toHaveLength(edits.length - 1);
      expect(left.some((each) => each.migration === migration && each.pointer === pointer)).toBe(false);
    }
  });

  test('any choice of edits, optional ones among them, keeps the meaning and leaves the others to be offered', () => {
    const edits = offered('always', 'optional');
    fc.assert(
      fc.property(fc.subarray([...edits], { minLength: 1 }), (chosen) => {
        const opened = openedInput({ 'front.yaml': front });
        const [done] = exploreMigrated(opened, new Set(chosen.map(({ key }) => key)));
        expect(done?.equivalent).toBe(true);
        expect(done?.edits).toBe(chosen.length);
      }),
      { numRuns: 40 },
    );
  });

  test('all pieces of the lift are what migrate --to v3 makes of the file', () => {
    const opened = openedInput({ 'front.yaml': front });
    const [configuration] = opened.side;
    const options = { partial: true, keepTransport: false };
    const whole = configuration && liftConfiguration(configuration, options).text;
    const keys = new Set(offered('lift').map(({ key }) => key));
    expect(exploreMigrated(opened, keys).map(({ text }) => text)).toEqual([whole]);
  });

  test('any choice of pieces lifts these resources whole and no other, whatever else is accepted', () => {
    const pieces = offered('lift');
    expect(pieces.map(({ pointer }) => pointer)).toContain('/static_resources/clusters/5');
    const ofPieces = new Set(pieces);
    fc.assert(
      fc.property(fc.subarray([...offered('always', 'optional', 'lift')], { minLength: 1 }), (chosen) => {
        const [done] = exploreMigrated(
          openedInput({ 'front.yaml': front }),
          new Set(chosen.map(({ key }) => key)),
        );
        expect(done?.difference).toBeUndefined();
        const again = exploreEdits(openedInput({ 'front.yaml': done?.text ?? '' })).edits;
        const lifted = new Set(chosen.filter((each) => ofPieces.has(each)).map(({ pointer }) => pointer));
        for (const { pointer } of again.filter(({ made }) => made === 'lift'))
          expect(lifted).not.toContain(pointer);
      }),
      { numRuns: 30 },
    );
  });

  test('keys of one file mean nothing in another', () => {
    const opened = openedInput({ 'a.yaml': front, 'b.yaml': front });
    const { edits } = exploreEdits(opened);
    const [first] = edits.filter(({ file }) => file === 'b.yaml');
    expect(exploreMigrated(opened, new Set([first?.key ?? ''])).map(({ file }) => file)).toEqual(['b.yaml']);
  });

  test('a patch hides secrets and says so', () => {
    const text =
      'listeners: [{name: a, filter_chains: [{tls_context: {common_tls_context: {tls_certificates: [{private_key: {inline_string: very-secret}}]}}}]}]\n';
    const all = (showSecrets: boolean) => {
      const opened = openedInput({ 'a.yaml': text }, undefined, { showSecrets });
      return exploreMigrated(opened, new Set(exploreEdits(opened).edits.map(({ key }) => key)))[0];
    };
    expect(all(false)?.hidesSecrets).toBe(true);
    expect(all(false)?.patch).not.toContain('very-secret');
    expect(all(false)?.text).toContain('very-secret');
    expect(all(true)?.hidesSecrets).toBe(false);
    expect(all(true)?.patch).toContain('very-secret');
  });
});
