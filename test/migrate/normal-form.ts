/** Normal forms of texts and messages, for the tests of normalizing. */
import { type NormalizedDocument, normalizeConfiguration } from '../../src/migrate/index.ts';
import { openConfiguration } from '../../src/model/open.ts';
import type { ApiVersion } from '../../src/schema/version.ts';
import { type Data, ExactNumber } from '../../src/source/data.ts';
import { printJson, printYaml } from '../../src/source/edit/print.ts';
import { sourceFile } from '../../src/source/load.ts';

export interface FormOptions {
  readonly type?: string;
  readonly onlyWritten?: boolean;
  readonly showSecrets?: boolean;
  /** Where the text does not show it; version 2, of whose forms most of these tests are. */
  readonly api?: ApiVersion;
}

export function documentsOf(text: string, options: FormOptions = {}): readonly NormalizedDocument[] {
  const { type, onlyWritten = false, showSecrets = false, api = 'v2' } = options;
  const configuration = openConfiguration(sourceFile('in.yaml', text, 'named'), {
    ...(type === undefined ? {} : { type }),
    api,
  });
  return normalizeConfiguration(configuration, { onlyWritten, showSecrets });
}

/** The normal form of the first document of a text, as plain values. */
export function formOf(text: string, options: FormOptions = {}): Data {
  const [first] = documentsOf(text, options);
  if (!first) throw new Error('no document');
  return plain(first.value);
}

/** The normal form of a message given as values. */
export function formOfValue(value: Data, type: string, options: FormOptions = {}): Data {
  return formOf(printJson(value, ''), { ...options, type });
}

/** Without what only the program knows of the values. */
function plain(value: Data): Data {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value;
  const made: { [key: string]: Data } = {};
  for (const [key, item] of Object.entries(value as { [key: string]: Data }))
    Object.defineProperty(made, key, {
      value: plain(item),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return made;
}

export function yaml(value: Data): string {
  return printYaml(value, { indent: 0, step: 2 });
}
