/** What must hold of every run, whatever its input. */

import { normalizeConfiguration } from '../../src/migrate/index.ts';
import { openConfiguration } from '../../src/model/open.ts';
import { releaseNamed } from '../../src/schema/release.ts';
import type { ApiVersion } from '../../src/schema/version.ts';
import { ExactNumber } from '../../src/source/data.ts';
import { InputError } from '../../src/source/errors.ts';
import { sourceFile } from '../../src/source/load.ts';
import type { Case } from './case.ts';

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  /** Milliseconds of processor time. */
  readonly spent: number;
  /** Milliseconds from the signal that was sent to the end. */
  readonly lasted?: number;
  /** The files that the run was given, as they stand now; absent where one is gone. */
  readonly after: ReadonlyMap<string, Buffer>;
  /** Names of files that the run left beside them. */
  readonly left: readonly string[];
}

/** Milliseconds that a run may take beyond the multiple of reading its files; the stated limits of searches are 20 s. */
const CONSTANT = 25_000;
const MULTIPLE = 150;
/** A second, on a machine that is busy with other things. */
const LATE = 4000;

/** What is wrong with a run; undefined where all holds. */
export function faultOf(tried: Case, ran: Ran): string | undefined {
  const { code, out, err } = ran;
  const isEnded = tried.signal !== undefined && code === (tried.signal.name === 'SIGINT' ? 130 : 143);
  if (code !== 0 && code !== 1 && code !== 2 && !isEnded) return `exit code ${code}: ${err.slice(0, 1500)}`;
  if (/\n {4}at |this is a bug|Unhandled|UnhandledPromise/.test(err) && !/Unhandled/.test(inputText(tried)))
    return `standard error shows a stack or a bug: ${err.slice(0, 1500)}`;
  return (
    leakIn(tried, ran) ??
    controlIn(tried, out, err) ??
    // A signal may end a run in the midst of its output.
    (isEnded ? undefined : formatFault(tried, out)) ??
    late(ran) ??
    slow(tried, ran) ??
    writeFault(tried, ran)
  );
}

function inputText({ files }: Case): string {
  return [...files.values()].map((bytes) => bytes.toString()).join('\n');
}

function formatOf({ args }: Case): string | undefined {
  const at = args.indexOf('--format');
  return at === -1 ? undefined : args[at + 1];
}

/** The migrated file itself is the one output that shows everything. */
function showsFile(tried: Case): boolean {
  return tried.command === 'migrate' && formatOf(tried) === 'text';
}

/** What is printed for programs has the characters of the file, so that it applies to it. */
function appliesToFile(tried: Case): boolean {
  return tried.command === 'migrate' && ['text', 'diff'].includes(formatOf(tried) ?? '');
}

function leakIn(tried: Case, { out, err }: Ran): string | undefined {
  if (tried.marks.length === 0) return undefined;
  // Wrapping may part a word.
  const shown = (showsFile(tried) ? err : `${out}\n${err}`).replace(/\s+/g, '');
  const leaked = tried.marks.find((mark) => shown.includes(mark));
  if (leaked === undefined) return undefined;
  const at = shown.indexOf(leaked);
  return `a secret is shown: …${shown.slice(Math.max(0, at - 200), at + 60)}…`;
}

/** Control characters, bidirectional marks and what is not to be seen. */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;

function controlIn(tried: Case, out: string, err: string): string | undefined {
  for (const [name, text] of [
    ['standard output', appliesToFile(tried) ? '' : out],
    ['standard error', err],
  ] as const) {
    const found = UNSAFE.exec(text);
    if (found)
      return `${name} holds the character U+${found[0].charCodeAt(0).toString(16)}: ${JSON.stringify(text.slice(Math.max(0, found.index - 80), found.index + 20))}`;
  }
  return undefined;
}

function formatFault(tried: Case, out: string): string | undefined {
  if (out === '') return undefined;
  try {
    const format = tried.args.includes('--dry-run') ? 'diff' : formatOf(tried);
    if (tried.command === 'normalize') checkReadable(out);
    else if (format === 'json' || format === 'sarif' || format === 'patch' || tried.command === 'schema')
      JSON.parse(out);
    else if (format === 'ndjson') {
      for (const line of out.split('\n')) if (line !== '') JSON.parse(line);
    } else if (format === 'junit') checkXml(out);
    else if (format === 'github') checkAnnotations(out);
  } catch (error) {
    return `standard output is not valid: ${error instanceof Error ? error.message : String(error)}\n${out.slice(0, 500)}`;
  }
  return undefined;
}

/** What is printed can be read again, but for the nesting that wrapping adds. */
function checkReadable(text: string): void {
  try {
    sourceFile('out', text, 'searched');
  } catch (error) {
    if (!(error instanceof InputError) || !/levels deep/.test(error.message)) throw error;
  }
}

/** Every element closed, no stray sign: enough of XML for a format without comments, processing or namespaces. */
function checkXml(text: string): void {
  const body = text.replace(/^<\?xml [^>]*\?>\n/, '');
  const open: string[] = [];
  const rest = body.replace(
    /<(\/?)([a-z-]+)((?: [a-zA-Z]+="[^"<]*")*)(\/?)>/g,
    (_, end: string, name: string, __, empty: string) => {
      if (end !== '') {
        if (open.pop() !== name) throw new Error(`</${name}> closes nothing`);
      } else if (empty === '') open.push(name);
      return '';
    },
  );
  if (open.length > 0) throw new Error(`<${open.at(-1)}> is not closed`);
  if (/[<>]/.test(rest)) throw new Error(`a sign outside of elements: ${rest.slice(0, 200)}`);
  if (/&(?!(?:amp|lt|gt|quot|apos|#\d+);)/.test(body)) throw new Error('an ampersand that begins nothing');
}

function checkAnnotations(text: string): void {
  const wrong = text
    .split('\n')
    .find((line) => line !== '' && !/^::(?:error|warning|notice) [^\n]*::/.test(line));
  if (wrong !== undefined) throw new Error(`no annotation: ${wrong.slice(0, 200)}`);
}

function late({ lasted = 0 }: Ran): string | undefined {
  return lasted < LATE ? undefined : `it went on for ${Math.round(lasted)} ms after a signal`;
}

function slow(tried: Case, { spent }: Ran): string | undefined {
  if (spent < CONSTANT) return undefined;
  const before = process.cpuUsage();
  for (const [name, bytes] of tried.files) normalForm(name, bytes, tried.args);
  const { user, system } = process.cpuUsage(before);
  const reading = (user + system) / 1000;
  return spent < CONSTANT + MULTIPLE * reading
    ? undefined
    : `it took ${Math.round(spent)} ms, and reading its files ${Math.round(reading)} ms`;
}

interface Meaning {
  readonly value: string;
  /** Whether every value can be read as its type. */
  readonly readable: boolean;
  /** The version that each document is read as. */
  readonly versions: string;
}

/** The version that each document of a file is read as; undefined where it cannot be read. */
export function versionsOf(name: string, bytes: Buffer, args: readonly string[]): string | undefined {
  return normalForm(name, bytes, args)?.versions;
}

/** The meaning of a file; undefined where it cannot be understood. */
function normalForm(name: string, bytes: Buffer, args: readonly string[]): Meaning | undefined {
  const flag = (wanted: string): string | undefined =>
    args.includes(wanted) ? args[args.indexOf(wanted) + 1] : undefined;
  const [type, namespace, api] = [flag('--type'), flag('--namespace'), flag('--api')];
  const release = releaseNamed(flag('--release') ?? '');
  try {
    const configuration = openConfiguration(sourceFile(name, bytes.toString(), 'named'), {
      ...(type === undefined ? {} : { type }),
      ...(namespace === undefined ? {} : { namespace }),
      ...(isApi(api) ? { api } : {}),
      ...(release === undefined ? {} : { release }),
    });
    const documents = normalizeConfiguration(configuration, { onlyWritten: false, showSecrets: true });
    const readable = !configuration.problems.some(({ rule }) => rule === 'wrong-type');
    const value = JSON.stringify(documents.map((each) => sortedKeys(each.value)));
    return { value, readable, versions: configuration.roots.map(({ version }) => version).join() };
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

function isApi(text: string | undefined): text is ApiVersion {
  return text === 'v2' || text === 'v3';
}

/** The order of keys means nothing in data. */
function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value;
  return Object.entries(value)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, item]) => [key, sortedKeys(item)]);
}

/** A file that was written loads, and `migrate --write` leaves one that means the same; nothing is left beside it. */
function writeFault(tried: Case, { after, left }: Ran): string | undefined {
  if (left.some((name) => name !== 'emitted.yaml')) return `left behind: ${left.join(', ')}`;
  const writes =
    tried.args.includes('--write') || (tried.args.includes('--fix') && !tried.args.includes('--dry-run'));
  for (const [name, before] of tried.files) {
    const now = after.get(name);
    if (now === undefined) return `${name} is gone`;
    if (before.equals(now)) continue;
    if (!writes || !name.startsWith('in.')) return `${name} was changed`;
    const meant = normalForm(name, now, tried.args);
    if (meant === undefined) return `${name} was written and does not load`;
    const was = normalForm(name, before, tried.args);
    // What cannot be read as its type stands in the normal form as it was written, migrated or not.
    // What is lifted is compared by diff (written.ts), in the form of version 3.
    // What mixes versions may be of one afterwards, with defaults of its own: diff compares such resources in one form.
    if (
      tried.command === 'migrate' &&
      !tried.args.includes('--to') &&
      was?.readable &&
      was.versions === meant.versions &&
      meant.value !== was.value
    )
      return `${name} was written and means something else`;
  }
  return undefined;
}
