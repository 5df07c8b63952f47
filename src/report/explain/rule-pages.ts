/** Pages of what cfgtool does: rules and migrations. */

import type { ExplainedRule } from '../../analyze/index.ts';
import { versionsOf } from '../../canonical/concerns.ts';
import type { Migration } from '../../canonical/migration/migration.ts';
import type { DiffRule } from '../../diff/judgement/policy/topic.ts';
import type { RuleExample } from '../../model/rules.ts';
import type { Block, Page } from '../../present/blocks.ts';
import { facts, heading, paragraph, yaml } from '../../present/blocks.ts';
import { sourceText } from './facts.ts';
import { shortName } from './subject.ts';

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

export function diffRulePage(rule: DiffRule): Page {
  const { id, level, why, mirror } = rule;
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
          text: `${level}; \`diff: { rules: { ${id}: off } }\` in \`.cfgtool.yaml\` sets another`,
        },
      ]),
    ],
  };
}

function aboutText({ level, message, fields }: DiffRule): string {
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
  return example === undefined ? [] : [heading(`${title}: a ${example.type}`), yaml(example.yaml)];
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
