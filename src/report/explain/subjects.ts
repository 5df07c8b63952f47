/** Everything that has a name to explain: as a list, as names to complete, as a page. */
import { migrations } from '../../../migrations/index.ts';
import { explainedRules } from '../../analyze/index.ts';
import { diffRules } from '../../diff/judgement/policy/index.ts';
import type { RuleRow } from '../../model/own-rules.ts';
import type { Block, Page } from '../../present/blocks.ts';
import { historyOf } from '../../schema/at-release.ts';
import { compiledMessage, hasField } from '../../schema/compiled.ts';
import { enumNames, enumSpec, enums, messages, tableNames } from '../../schema/index.ts';
import { typeIn } from '../../schema/version.ts';
import { responseDetails, responseFlags } from '../../why/faults.ts';
import { fieldSubject, type Subject, shortName } from './subject.ts';
import { fieldsOf } from './versions.ts';

/** All subjects, in the order of rules, migrations, rules of the diff and tables. Built when first asked for. */
export function allSubjects(): readonly Subject[] {
  built ??= [
    ...ruleSubjects(),
    ...migrationSubjects(),
    ...diffRuleSubjects(),
    ...faultSubjects(),
    ...messageSubjects(),
    ...enumSubjects(),
  ];
  return built;
}
let built: readonly Subject[] | undefined;

function ruleSubjects(): readonly Subject[] {
  return explainedRules.map((rule) => ({ kind: 'rule', name: rule.id, rule }));
}

function migrationSubjects(): readonly Subject[] {
  return migrations.map((migration) => ({ kind: 'migration', name: migration.id, migration }));
}

function diffRuleSubjects(): readonly Subject[] {
  return diffRules().map((rule) => ({ kind: 'diff rule', name: rule.id, rule }));
}

function faultSubjects(): readonly Subject[] {
  return [
    ...responseFlags.map((flag): Subject => ({ kind: 'response flag', name: flag.short, flag })),
    ...responseDetails.map(
      (detail): Subject => ({ kind: 'response code details', name: detail.name.replace(/\*$/, ''), detail }),
    ),
  ];
}

function messageSubjects(): readonly Subject[] {
  return tableNames().flatMap((name): readonly Subject[] => [
    { kind: 'message', name },
    ...fieldsOf(name).map(([table, field]) => fieldSubject(table, field)),
    ...goneFields(name),
  ]);
}

/** What earlier releases had and no table tells of. */
function goneFields(message: string): readonly Subject[] {
  const { fields = {} } = historyOf(message);
  const known = (field: string): boolean =>
    (['v2', 'v3'] as const).some((version) => hasField(compiledMessage(message, version), field));
  return Object.entries(fields)
    .filter(([field, { until }]) => until !== undefined && !known(field))
    .map(([field]) => ({ kind: 'gone field', name: `${message}.${field}`, message, field }));
}

function enumSubjects(): readonly Subject[] {
  return enumNames().flatMap((name): readonly Subject[] => {
    const spec = enumSpec(name);
    if (!spec) return [];
    const values = Object.keys(spec.values).map(
      (value): Subject => ({ kind: 'enum value', name: `${name}.${value}`, enum: name, spec, value }),
    );
    return [{ kind: 'enum', name, spec }, ...values];
  });
}

export interface NameToExplain {
  readonly value: string;
  /** What it is. */
  readonly about: string;
}

/**
 * Names that begin as `typed` does. Without a dot in it, rules, migrations, messages and enumerations; behind a
 * message's name and a dot, its fields (behind an enumeration's, its values). Packages may be typed or left out.
 */
export function namesToExplain(which: 'all' | 'messages', typed: string): readonly NameToExplain[] {
  const found: NameToExplain[] = [];
  for (const subject of allSubjects()) {
    if (which === 'messages' ? subject.kind !== 'message' : !isInReach(subject, typed)) continue;
    for (const value of new Set([shortName(subject.name), subject.name]))
      if (value.startsWith(typed)) found.push({ value, about: aboutOf(subject) });
  }
  return found;
}

/** There are thousands of fields. */
function isInReach({ kind, name }: Subject, typed: string): boolean {
  if (kind !== 'field' && kind !== 'enum value') return true;
  const owner = name.slice(0, name.lastIndexOf('.') + 1);
  return typed.startsWith(owner) || typed.startsWith(shortName(owner));
}

function aboutOf(subject: Subject): string {
  switch (subject.kind) {
    case 'rule':
      return subject.rule.purpose;
    case 'diff rule':
      return subject.rule.why;
    case 'migration':
      return subject.migration.title;
    case 'response flag':
      return `response flag: ${subject.flag.cause}`;
    case 'response code details':
      return `response code details: ${subject.detail.cause}`;
    default:
      return subject.kind;
  }
}

/** @param rows rules of the user's own */
export function overviewPage(rows: readonly RuleRow[] = []): Page {
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
        rows: [
          ...explainedRules.map((rule) => [rule.id, rule.level, rule.purpose]),
          ...rows.map(({ id, level, words }) => [id, level, words]),
        ],
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
      { kind: 'names', names: diffRules().map(({ id }) => id) },
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
