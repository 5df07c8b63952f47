/** The real configurations of version 3 beside the project, and what was judged of them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analysisRules, analyze, ruleIds, subjectOf } from '../../src/analyze/index.ts';
import { type Configuration, openConfiguration } from '../../src/model/index.ts';
import { InputError } from '../../src/source/errors.ts';
import { sourceFile } from '../../src/source/load.ts';

export const CORPUS_V3 = process.env.CFGTOOL_CORPUS_V3 ?? '../shared/corpus-v3';

/** What the proxy's own unit tests expect to be refused. */
const NEGATIVE = 'envoy_unit_negative/';
/** Expectation files stand beside what they are about. */
const NO_INPUT = /\.golden\.proto\.|\.expect\.json$|\.tsv$/;

export interface Listed {
  readonly file: string;
  /** What the file holds, as its collector told it. */
  readonly kind: string;
  /** The release that took it, or the message with which it was refused. */
  readonly note: string;
  readonly isNegative: boolean;
}

/** The files of the corpus; none where the folder is absent. */
export function listed(): readonly Listed[] {
  const manifest = join(CORPUS_V3, 'MANIFEST.tsv');
  if (!existsSync(manifest)) return [];
  return readFileSync(manifest, 'utf8')
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [file = '', , , , , kind = '', note = ''] = line.split('\t');
      if (!/\.(?:ya?ml|json)$/.test(file) || NO_INPUT.test(file) || !existsSync(join(CORPUS_V3, file)))
        return [];
      return [{ file, kind, note, isNegative: file.startsWith(NEGATIVE) }];
    });
}

/** A file as version 3, or why it is no configuration. @param type the message that it holds, where that is known */
export function openedV3(file: string, type?: string): Configuration | InputError {
  try {
    return openConfiguration(sourceFile(file, readFileSync(join(CORPUS_V3, file), 'utf8'), 'named'), {
      api: 'v3',
      ...(type === undefined ? {} : { type }),
    });
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
}

/** Its findings of level error, each as `rule`, `pointer`. */
export function errorsIn(configuration: Configuration): readonly { rule: string; pointer: string }[] {
  return analyze(subjectOf([configuration]), { rules: analysisRules, known: ruleIds })
    .findings.filter(({ level }) => level === 'error')
    .map(({ rule, pointer }) => ({ rule, pointer }));
}

/** One error in a file that a proxy took, and why it is true all the same. */
export interface Judged {
  readonly file: string;
  readonly rule: string;
  readonly pointer: string;
  readonly why: string;
}

/** The listing: first the reasons by number, then a line for each error. */
export function judged(): readonly Judged[] {
  return listing('corpus-v3.tsv').map(({ why, columns: [file = '', rule = '', pointer = ''] }) => ({
    file,
    rule,
    pointer,
    why,
  }));
}

/** Files that the proxy's unit tests want refused and that are not named, each with the reason. */
export function undecidable(): ReadonlyMap<string, string> {
  return new Map(listing('corpus-v3-negative.tsv').map(({ why, columns: [file = ''] }) => [file, why]));
}

/** Whether a file of the unit tests is told to be wrong, read as the message that its collector names. */
export function isNamed({ file, note }: Listed): boolean {
  const type = /; type envoy\.([\w.]+)/.exec(note)?.[1];
  const opened = openedV3(file, type?.split('.').at(-1));
  return opened instanceof InputError || errorsIn(opened).length > 0;
}

/** A listing, which stands in the sources, wherever this was compiled to: lines that begin with # give the reasons by number, the others begin with one. */
function listing(name: string): readonly { readonly why: string; readonly columns: readonly string[] }[] {
  const lines = readFileSync(join('test/analyze', name), 'utf8').trimEnd().split('\n');
  const reasons = new Map(
    lines.flatMap((line) => {
      const [, number, why] = /^# (\d+)\t(.+)$/.exec(line) ?? [];
      return number === undefined || why === undefined ? [] : [[number, why] as const];
    }),
  );
  return lines
    .filter((line) => !line.startsWith('# '))
    .map((line) => {
      const [number = '', ...columns] = line.split('\t');
      return { why: reasons.get(number) ?? '', columns };
    });
}
