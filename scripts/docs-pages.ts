/** The generated pages of the docs, from the texts of the rules and migrations themselves. */
import { migrations } from '../migrations/index.ts';
import { explainedRules } from '../src/analyze/index.ts';
import { migrationPage, rulePage } from '../src/report/explain/pages.ts';
import { pageMarkdown } from '../src/report/page-markdown.ts';
import { diffRulesPage } from './diff-rules.ts';

/** Folders that hold generated pages only. */
export const generatedFolders = ['rules', 'migrations', 'diff'] as const;

/** Texts by their path under `docs`. */
export function generatedPages(): ReadonlyMap<string, string> {
  return new Map([
    ...explainedRules.map((rule): [string, string] => [`rules/${rule.id}.md`, pageMarkdown(rulePage(rule))]),
    ...migrations.map((migration): [string, string] => [
      `migrations/${migration.id}.md`,
      pageMarkdown(migrationPage(migration)),
    ]),
    ['diff/rules.md', diffRulesPage()],
  ]);
}
