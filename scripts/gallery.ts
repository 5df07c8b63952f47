/** What the gallery shows of each example: its normal form, its migrated text and what was done to it. */
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { migrateConfiguration, normalizeConfiguration } from '../src/migrate/index.ts';
import { openConfiguration } from '../src/model/index.ts';
import { normalizedJson, normalizedYaml } from '../src/report/data-text.ts';
import { sourceFile } from '../src/source/load.ts';

/** Golden files of one example by their name in its folder. */
export type Gallery = { readonly [file: string]: string };

/** The names of the examples, which are also the names of their folders under `snapshots`. */
export function exampleNames(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /\.(?:yaml|json)$/.test(name) && !name.includes('.tests.'))
    .sort();
}

export function galleryOf(folder: string, name: string): Gallery {
  const text = readFileSync(join(folder, name), 'utf8');
  const configuration = openConfiguration(sourceFile(`examples/${name}`, text, 'named'));
  const documents = normalizeConfiguration(configuration, { onlyWritten: false, showSecrets: false });
  const migration = migrateConfiguration(configuration, { older: false });
  const everything = migrateConfiguration(configuration, { older: false, also: ['all'] });
  const extension = extname(name);
  return {
    [`normalized${extension}`]: [
      ...(extension === '.json' ? normalizedJson(documents) : normalizedYaml(documents, false)),
    ].join(''),
    [`migrated${extension}`]: migration.text,
    [`migrated-also-all${extension}`]: everything.text,
    'migration.txt': [
      ...remarks('converted', everything.applied),
      ...remarks('left', everything.left),
      ...everything.warnings.map((each) => `warning: ${each}`),
    ]
      .map((line) => `${line}\n`)
      .join(''),
    'problems.txt': configuration.problems
      .map(
        ({ span, level, rule, message }) =>
          `${configuration.file.lines.position(span.start).line}: ${level} [${rule}] ${message}\n`,
      )
      .join(''),
  };
}

function remarks(
  what: string,
  list: readonly {
    readonly migration: string;
    readonly reason: string;
    readonly range: { readonly start: { readonly line: number } };
  }[],
): string[] {
  return list.map(({ migration, reason, range }) => `${range.start.line}: ${what} [${migration}] ${reason}`);
}
