/** The generated pages of the docs, from the texts of the rules, migrations and commands themselves. */
import { migrations } from '../migrations/index.ts';
import { explainedRules } from '../src/analyze/index.ts';
import { versionsOf } from '../src/canonical/concerns.ts';
import { type DescribedCommand, described } from '../src/commands/described.ts';
import { commandNames, loadCommand } from '../src/commands/index.ts';
import { pageMarkdown } from '../src/present/markdown.ts';
import { migrationPage, rulePage } from '../src/report/explain/pages.ts';
import { commandPages } from './command-pages.ts';
import { diffRulesPage } from './diff-rules.ts';
import { type Edition, manPages } from './man-pages.ts';

/** Folders that hold generated pages only. */
export const generatedFolders = [
  'docs/rules',
  'docs/migrations',
  'docs/diff',
  'docs/commands',
  'man',
] as const;

/** Texts by their path in the project. */
export async function generatedPages(edition: Edition): Promise<ReadonlyMap<string, string>> {
  const commands = await describedCommands();
  const pages: [string, string][] = [
    ...explainedRules.map((rule): [string, string] => [`rules/${rule.id}.md`, pageMarkdown(rulePage(rule))]),
    ['rules/README.md', rulesList()],
    ...migrations.map((migration): [string, string] => [
      `migrations/${migration.id}.md`,
      pageMarkdown(migrationPage(migration)),
    ]),
    ['migrations/README.md', migrationsList()],
    ['diff/rules.md', diffRulesPage()],
    ...commandPages(commands),
  ];
  return new Map([
    ...pages.map(([path, text]): [string, string] => [`docs/${path}`, text]),
    ...[...manPages(commands, edition)].map(([path, text]): [string, string] => [`man/${path}`, text]),
  ]);
}

/** Every command, in the order of the contract. */
export async function describedCommands(): Promise<readonly DescribedCommand[]> {
  return await Promise.all(commandNames.map(async (name) => described(name, await loadCommand(name))));
}

/**
 * The version and its day, for the man pages.
 *
 * @param packageText of package.json
 * @param changelog whose first heading of a version has the day behind it
 */
export function editionOf(packageText: string, changelog: string): Edition {
  const { version } = JSON.parse(packageText) as { readonly version: string };
  const [, released, date] = /^## (\S+), (\d{4}-\d\d-\d\d)$/m.exec(changelog) ?? [];
  if (released !== version || date === undefined)
    throw new Error(`the first version in CHANGELOG.md is to be "## ${version}, " with its day`);
  return { version, date };
}

function rulesList(): string {
  const rows = explainedRules.map(
    ({ id, level, purpose }) => `| [${id}](${id}.md) | ${level} | ${inTable(purpose)} |`,
  );
  const head =
    '`cfgtool analyze` asks these rules; [rules.md](../rules.md) tells them by subject, `cfgtool explain RULE` one of them in the terminal.';
  return `${['# Rules of `cfgtool analyze`', '', head, '', '| rule | level | finds |', '|---|---|---|', ...rows].join('\n')}\n`;
}

function migrationsList(): string {
  const rows = migrations.map(
    (migration) =>
      `| [${migration.id}](${migration.id}.md) | ${versionsOf(migration)} | ${migration.optional ? '`--also`' : 'always'} | ${inTable(migration.title)} |`,
  );
  const head =
    '`cfgtool migrate` runs these, in this order. `--skip ID` leaves one out, `--only ID` runs it alone, `--also ID` (or `--also all`) runs the optional ones too; `cfgtool migrate --list` lists them in the terminal.';
  return `${['# Migrations', '', head, '', '| migration | for | runs | does |', '|---|---|---|---|', ...rows].join('\n')}\n`;
}

function inTable(text: string): string {
  return text.replaceAll('|', '\\|');
}
