/** One page for each kind of subject. */
import type { ExplainedRule } from '../../analyze/index.ts';
import { versionsOf } from '../../canonical/concerns.ts';
import type { Migration } from '../../canonical/migration/migration.ts';
import type { DiffRule } from '../../diff/judgement/policy/topic.ts';
import type { RuleRow } from '../../model/own-rules.ts';
import type { RuleExample } from '../../model/rules.ts';
import { type Block, facts, heading, type Page, paragraph, yaml } from '../../present/blocks.ts';
import { messageSpec } from '../../schema/index.ts';
import { printYaml } from '../../source/edit/print.ts';
import type { Fault } from '../../why/faults.ts';
import { sourceText } from './facts.ts';
import { enumPage, fieldPage, goneFieldPage, messagePage, valuePage } from './model-pages.ts';
import { bareName, fieldSubject, type Subject, shortName, spellings } from './subject.ts';
import { fieldsOf, type View } from './versions.ts';

/** @param view the version and release that the pages of the data model are about */
export function subjectPage(subject: Subject, view: View = {}): Page {
  switch (subject.kind) {
    case 'rule':
      return rulePage(subject.rule);
    case 'migration':
      return migrationPage(subject.migration);
    case 'diff rule':
      return diffRulePage(subject.rule);
    case 'response flag':
      return faultPage(subject.name, subject.kind, subject.flag, subject.flag.long);
    case 'response code details':
      return faultPage(subject.name, subject.kind, subject.detail);
    case 'message':
      return messagePage(subject.name, view);
    case 'enum':
      return enumPage(subject.name, subject.spec, view);
    case 'field':
      return fieldPage(subject.table, subject.field, view);
    case 'gone field':
      return goneFieldPage(subject.message, subject.field, view);
    case 'enum value':
      return valuePage(subject.enum, subject.spec, subject.value, view);
  }
}

/**
 * Nothing where the name is not one of those, or is written in another way; then all that has a name is to be searched.
 * Nothing else is named like a message or one of its fields.
 */
export function exactPage(written: string, view: View = {}): Page | undefined {
  const name = bareName(written);
  if (messageSpec(name) !== undefined) return subjectPage({ kind: 'message', name }, view);
  const end = name.lastIndexOf('.');
  const owner = name.slice(0, Math.max(end, 0));
  if (messageSpec(owner) === undefined) return undefined;
  const meant = fieldsOf(owner).filter(([table, held]) => table.bySpelling.get(name.slice(end + 1)) === held);
  const [only, ...others] = meant;
  if (only === undefined || others.length > 0) return undefined;
  const subject = fieldSubject(...only);
  return spellings(subject).includes(name) ? subjectPage(subject, view) : undefined;
}

/** What an access log says of a failure, as `why` has it. */
function faultPage(
  title: string,
  subtitle: string,
  { cause, field, remedy, filter }: Fault,
  long?: string,
): Page {
  const list = [
    ...(long === undefined ? [] : [{ label: 'long name', text: long }]),
    { label: 'cause', text: cause },
    ...(filter === undefined ? [] : [{ label: 'filter', text: filter }]),
    ...(field === undefined ? [] : [{ label: 'field', text: field }]),
    { label: 'remedy', text: remedy },
  ];
  const more =
    'cfgtool why INPUT LOG says for each line of an access log what of a configuration it comes from.';
  return { title, subtitle, blocks: [facts(list), paragraph(more)] };
}

/** Pages of what cfgtool does: rules and migrations. */
export function rulePage(rule: ExplainedRule): Page {
  return {
    title: rule.id,
    subtitle: `rule, ${rule.level}`,
    blocks: [
      paragraph(rule.purpose),
      heading('Why it matters'),
      paragraph(rule.why),
      heading('What to do'),
      paragraph(rule.remedy),
      ...tableBlocks(rule.table),
      ...exampleBlocks('Bad', rule.bad),
      ...exampleBlocks('Good', rule.good),
      facts([
        ...(rule.asked
          ? [{ label: 'asked', text: `off by default; \`cfgtool analyze --upgrade\` asks it` }]
          : []),
        { label: 'source', text: sourceText(rule.source) },
        {
          label: 'level',
          text: `${rule.level}; \`rules: { ${rule.id}: off }\` in \`.cfgtool.yaml\`, or \`--rule ${rule.id}=off\`, sets another`,
        },
        {
          label: 'one place',
          text: `\`# cfgtool-ignore ${rule.id}: reason\` on the line above suppresses it there`,
        },
      ]),
    ],
  };
}

/** A rule of the user's own that is a row of the settings. */
export function rowPage({ id, level, message, condition, words, file, position }: RuleRow): Page {
  return {
    title: id,
    subtitle: `rule of your own, ${level}`,
    blocks: [
      facts([
        { label: 'says', text: words },
        { label: 'looks at', text: `each ${message}` },
        { label: 'stands at', text: `${file}:${position.line}:${position.column}` },
      ]),
      heading('Where this holds'),
      yaml(printYaml(condition, { indent: 0, step: 2 })),
    ],
  };
}

function diffRulePage(rule: DiffRule): Page {
  const { id, level, special, why, mirror, settings = ['off'] } = rule;
  const [setting] = settings;
  return {
    title: id,
    subtitle: `rule of cfgtool diff, ${level}`,
    blocks: [
      paragraph(why),
      facts([
        { label: 'about', text: aboutText(rule) },
        {
          label: 'mirror',
          text: mirror === id ? 'itself: the other way round is again such a change' : mirror,
        },
        {
          label: 'level',
          text: `${level}${special === undefined ? '' : `, ${special}`}; ${setting === undefined ? 'settings set no other; what somebody has looked at, `cfgtool diff --accept` leaves out of later runs' : `\`diff: { rules: { ${id}: ${setting} } }\` in \`.cfgtool.yaml\` sets another`}`,
        },
      ]),
    ],
  };
}

function aboutText({ about, level, message, fields }: DiffRule): string {
  if (about !== undefined) return about;
  if (level === 'cosmetic') return 'two forms of the same meaning';
  if (message === '') return 'whatever no other rule is about';
  const name = shortName(message);
  return fields.length === 0
    ? `the ${name} itself, and fields of it that no other rule is about`
    : `${fields.join(', ')} of ${name}`;
}

function tableBlocks(table: ExplainedRule['table']): readonly Block[] {
  if (table === undefined) return [];
  const { title, columns, rows } = table;
  return [heading(title), { kind: 'table', columns, rows }];
}

function exampleBlocks(title: string, example: RuleExample | undefined): readonly Block[] {
  if (example === undefined) return [];
  const { type, properties } = example;
  return [
    heading(`${title}: a ${type}`),
    yaml(example.yaml),
    ...(properties === undefined ? [] : [paragraph('Its properties:'), yaml(properties)]),
  ];
}

export function migrationPage(migration: Migration): Page {
  const { example } = migration;
  const run = migration.optional
    ? `only when asked for: \`cfgtool migrate --also ${migration.id}\``
    : `always, unless left out: \`cfgtool migrate --skip ${migration.id}\``;
  return {
    title: migration.id,
    subtitle: `migration of ${versionsOf(migration)}${migration.optional ? ', optional' : ''}`,
    blocks: [
      paragraph(migration.title),
      heading('Why'),
      paragraph(migration.why),
      heading('How'),
      paragraph(migration.how),
      heading(`Before: a ${example.type}`),
      yaml(example.before),
      heading('After'),
      yaml(example.after),
      facts([
        { label: 'runs', text: run },
        { label: 'looks at', text: migration.messages.join(', ') },
        { label: 'source', text: sourceText(migration.source) },
      ]),
    ],
  };
}
