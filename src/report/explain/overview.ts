/** The page that lists everything there is to explain. */

import { migrations } from '../../../migrations/index.ts';
import { explainedRules } from '../../analyze/index.ts';
import { diffRules } from '../../diff/judgement/policy/index.ts';
import { enums, messages } from '../../schema/index.ts';
import { typeIn } from '../../schema/version.ts';
import type { Block, Page } from './page.ts';
import { shortName } from './subject.ts';

export function overviewPage(): Page {
  return {
    title: 'cfgtool explain NAME',
    subtitle: 'rules, migrations, messages and enumerations',
    blocks: [
      {
        kind: 'paragraph',
        text: 'A field is named with its message (`Cluster.hosts`), an enum value with its enumeration or alone; the package may be left out.',
      },
      { kind: 'heading', text: 'Rules' },
      {
        kind: 'table',
        columns: ['rule', 'level', 'finds'],
        rows: explainedRules.map((rule) => [rule.id, rule.level, rule.purpose]),
      },
      { kind: 'heading', text: 'Migrations' },
      {
        kind: 'table',
        columns: ['migration', 'runs', 'does'],
        rows: migrations.map((each) => [each.id, each.optional ? '--also' : 'always', each.title]),
      },
      { kind: 'heading', text: 'Rules of cfgtool diff' },
      {
        kind: 'paragraph',
        text: `A comparison judges changes by ${diffRules().length} rules. Each change names its own, such as \`cluster-tls-removed\`, and that name can be explained.`,
      },
      ...messageBlocks(),
      { kind: 'heading', text: 'Enumerations' },
      { kind: 'names', names: unambiguous(Object.keys(enums)).map(({ shown }) => shown) },
    ],
  };
}

/** One block of names for each package. */
function messageBlocks(): readonly Block[] {
  const groups = grouped(unambiguous(Object.keys(messages)), ({ name }) => packageOf(name));
  return [...groups]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([group, members]): readonly Block[] => [
      { kind: 'heading', text: group === '' ? 'Messages' : `Messages: ${group}` },
      { kind: 'names', names: members.map(({ shown }) => shown) },
    ]);
}

/** Names in order, without the package where the rest is unique. */
function unambiguous(names: readonly string[]): readonly { readonly name: string; readonly shown: string }[] {
  const byShort = grouped(names, shortName);
  return names
    .map((name) => {
      const short = shortName(name);
      return { name, shown: byShort.get(short)?.length === 1 ? short : name };
    })
    .sort((left, right) => (left.shown < right.shown ? -1 : 1));
}

/** The package, without versions and an extension's own part. */
function packageOf(name: string): string {
  const type = typeIn('v3', name) ?? typeIn('v2', name) ?? '';
  const parts = type.split('.').filter((part) => /^[a-z]/.test(part) && !/^v\d/.test(part));
  const depth = parts[1] === 'filters' ? 3 : 2;
  return parts.slice(0, depth).join('.');
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}
