/** The generated pages of the docs: one for each rule and migration, from their own texts. */
import { migrations } from '../migrations/index.ts';
import { explainedRules } from '../src/analyze/index.ts';
import { migrationPage, rulePage } from '../src/report/explain/pages.ts';
import { pageMarkdown } from '../src/report/page-markdown.ts';

/** Folders that hold generated pages only. */
export const generatedFolders = ['rules', 'migrations'] as const;

/** Texts by their path under `docs`. */
export function generatedPages(): ReadonlyMap<string, string> {
  return new Map([
    ...explainedRules.map((rule): [string, string] => [`rules/${rule.id}.md`, pageMarkdown(rulePage(rule))]),
    ...migrations.map((migration): [string, string] => [
      `migrations/${migration.id}.md`,
      pageMarkdown(migrationPage(migration)),
    ]),
  ]);
}
