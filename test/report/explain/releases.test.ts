/** What `explain` says of a release is what `analyze` finds in it, for every message and field of version 3. */
import { describe, expect, test } from 'vitest';
import { bindMessage } from '../../../src/model/bind.ts';
import type { NodeProblem } from '../../../src/model/problem.ts';
import type { Fact, Page } from '../../../src/present/blocks.ts';
import { explainName } from '../../../src/report/explain/find.ts';
import { exactPage } from '../../../src/report/explain/pages.ts';
import { fieldsOf, tableOf, type View } from '../../../src/report/explain/versions.ts';
import { historyOf } from '../../../src/schema/at-release.ts';
import { compiledMessage } from '../../../src/schema/compiled.ts';
import { tableNames } from '../../../src/schema/index.ts';
import { MODELLED } from '../../../src/schema/modelled.ts';
import { isIn, type Release, releaseNamed } from '../../../src/schema/release.ts';
import { isNeverChecked, readsUnchecked } from '../../../src/schema/unchecked.ts';
import { typeIn } from '../../../src/schema/version.ts';
import { readJson } from '../../../src/source/json.ts';
import { ROOT } from '../../../src/source/tree.ts';

const messages = tableNames().filter((name) => typeIn('v3', name) !== undefined);
const releases = MODELLED.filter(({ isAbout }) => !isAbout).map(
  ({ release }) => releaseNamed(release) ?? '1.40',
);

function factsOf(page: Page | undefined): ReadonlyMap<string, string> {
  const found: readonly Fact[] = (page?.blocks ?? []).flatMap((block) =>
    block.kind === 'facts' ? block.facts : [],
  );
  return new Map(found.map(({ label, text }) => [label, text]));
}

/** What analysis finds of a message with these fields, by field: the rules. */
function rulesIn(
  message: string,
  fields: readonly string[],
  release: Release,
): ReadonlyMap<string, ReadonlySet<string>> {
  const [tree] = readJson('law', JSON.stringify(Object.fromEntries(fields.map((field) => [field, {}]))));
  if (tree === undefined) throw new Error('no tree');
  const { problems } = bindMessage(tree, ROOT, message, 'envoy', '', 'v3', 'v3', { release, from: 'given' });
  const found = new Map(fields.map((field) => [field, new Set<string>()]));
  // What only version 2 has is unknown in other words; what a runtime key lets through is refused by default.
  const named = ({ rule, data }: NodeProblem): string => {
    if (rule !== 'refused-field') return rule;
    return data?.runtime === undefined ? 'unknown-field' : 'refused by default';
  };
  for (const problem of problems) {
    const { key, node } = problem;
    // A key stands before its value.
    const at = key ?? node - 1;
    const field = fields.find((_, index) => fieldKey(index) === at);
    if (field !== undefined) found.get(field)?.add(named(problem));
  }
  return found;
  function fieldKey(index: number): number {
    return 1 + index * 2;
  }
}

describe.each(releases)('release %s', (release) => {
  const view: View = { release };

  test('the fields of every message are those that analysis takes', () => {
    const wrong: string[] = [];
    let seen = 0;
    for (const message of messages) {
      const { fields: history = {} } = historyOf(message);
      const all = [
        ...new Set([
          ...compiledMessage(message, 'v3').fields.map(({ name }) => name),
          ...Object.keys(history),
        ]),
      ];
      const rules = rulesIn(message, all, release);
      const shown = new Map(fieldsOf(message, view).map(([, field]) => [field.name, field]));
      const carried = tableOf(message, view).carried ?? new Set();
      for (const field of all) {
        seen++;
        const found = rules.get(field) ?? new Set();
        if (shown.has(field) === found.has('unknown-field') && !carried.has(field))
          wrong.push(
            `${message}.${field} is ${shown.has(field) ? 'shown and unknown' : 'not shown and taken'}`,
          );
        const isDeprecated = shown.get(field)?.spec.deprecated !== undefined;
        if (isDeprecated !== found.has('deprecated-field'))
          wrong.push(`${message}.${field} is deprecated in one`);
      }
    }
    expect(seen).toBeGreaterThan(4000);
    expect(wrong).toEqual([]);
  });

  test('pages of fields say since when, until when and that they are deprecated, as analysis does', () => {
    const wrong: string[] = [];
    for (const message of messages) {
      const { fields: history = {} } = historyOf(message);
      const told = Object.keys(history);
      const rules = rulesIn(message, told, release);
      const isThere = isIn(historyOf(message), release) !== false;
      for (const field of told) {
        const found = rules.get(field) ?? new Set();
        const explained = exactPage(`${message}.${field}`, view) ?? pageOf(`${message}.${field}`, view);
        const facts = factsOf(explained);
        const says = explained?.blocks.some(
          (block) => block.kind === 'paragraph' && /does not have it/.test(JSON.stringify(block)),
        );
        const { since, deprecated } = history[field] ?? {};
        if (isThere && says !== found.has('unknown-field') && !tableOf(message, view).carried?.has(field))
          wrong.push(`${message}.${field} is ${says ? 'absent on its page' : 'on its page, and unknown'}`);
        if (facts.has('refused') !== found.has('refused by default'))
          wrong.push(`${message}.${field} is refused by default in one`);
        if (since !== undefined && !(facts.get('since') ?? '').startsWith(`release ${since}`))
          wrong.push(`${message}.${field} is there since ${since}`);
        if (
          deprecated !== undefined &&
          found.has('deprecated-field') &&
          !(facts.get('deprecated') ?? '').includes(deprecated)
        )
          wrong.push(`${message}.${field} is deprecated since ${deprecated}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});

function pageOf(name: string, view: View): Page | undefined {
  const explained = explainName(name, view);
  return explained.kind === 'explained' ? explained.pages[0] : undefined;
}

test('what is required is what analysis misses', () => {
  const wrong: string[] = [];
  for (const message of messages) {
    const [tree] = readJson('law', '{}');
    // What only unchecked extensions hold is checked where it is looked at by itself, as here.
    if (tree === undefined || (isNeverChecked(message) && !readsUnchecked(message))) continue;
    const { problems } = bindMessage(tree, ROOT, message, 'envoy', '', 'v3', 'v3', {
      release: '1.40',
      from: 'given',
    });
    const missing = problems.filter(({ rule }) => rule === 'required-field').length;
    const said = fieldsOf(message, { api: 'v3' }).filter(([, { name }]) =>
      factsOf(exactPage(`${message}.${name}`, { api: 'v3' }))
        .get('required')
        ?.startsWith('yes'),
    ).length;
    if (missing !== said) wrong.push(`${message}: ${missing} missed, ${said} said`);
  }
  expect(wrong).toEqual([]);
});

test('a message that a release has not is said to be absent', () => {
  const absent = messages.filter((name) => isIn(historyOf(name), '1.36') === false);
  expect(absent.length).toBeGreaterThan(100);
  for (const name of absent) {
    const page = exactPage(name, { release: '1.36' });
    expect(JSON.stringify(page?.blocks), name).toContain('Release 1.36 does not have it');
  }
});

test('each version says what it has', () => {
  const facts = (name: string, view: View) => factsOf(exactPage(name, view));
  const STREAMS = 'core.Http2ProtocolOptions.max_concurrent_streams';
  expect(facts(STREAMS, { api: 'v2' }).get('default')).toBe('2147483647');
  expect(facts(STREAMS, { api: 'v3' }).get('default')).toBe('1024 (before release 1.36: 2147483647)');
  expect(facts(STREAMS, { release: '1.35' }).get('default')).toBe('2147483647');
  for (const view of [{ api: 'v3' }, { release: '1.36' }] as const)
    expect(JSON.stringify(exactPage('Cluster.hosts', view)?.blocks)).toContain('Version 3 does not have it');
  expect(facts('route.RouteMatch.path_template', {}).get('removed')).toBeUndefined();
  expect(factsOf(pageOf('route.RouteMatch.path_template', {})).get('removed')).toBe('release 1.26 or before');
  expect(facts('LightstepConfig', {}).get('removed')).toMatch(/^release 1\.24/);
});
