/**
 * Puts the bundler's chunks into one file, from which src/commands/start reads the few that a command needs.
 *
 * The bundler splits ECMAScript modules only, and node compiles those without a code cache (and slowly). So each chunk
 * becomes a function of what it imports: its import statements become calls of `load`, its export statement what it
 * returns. That is the same thing as long as no exported variable changes later, which is checked here.
 */
import { createHash } from 'node:crypto';
import { createRequire, isBuiltin } from 'node:module';
import { basename } from 'node:path';
import { transformSync } from 'esbuild';

const require = createRequire(import.meta.url);

/** A chunk as the bundler made it. */
export interface Chunk {
  readonly path: string;
  readonly text: string;
  readonly isCommonJs?: boolean;
}

/** Where the pack's header ends at the latest: what the start reads at once. */
export const HEADER_BYTES = 16_384;

export const IMPORT = /^import (?:([^"]*?) from )?"([^"\n]+)";\n/gm;
const EXPORT = /^export \{([^}]*)\};\n/gm;
const EXPORT_DEFAULT = /^export default ([^\n]+);\n/gm;
/** At the start of a line, since the bundler indents what is in functions. */
const WAITS = /^(?!.*\basync\b)(?:\S.*[=(,] ?)?await /m;
export const REQUIRED_CHUNK = /require\("\.\/([^"\n]+)"\)/g;
/** As scripts/bundle-late.ts writes it. */
export const NOW = /__now\(\(\) => import\("\.\/([^"\n]+)"\)\)/g;
const DYNAMIC = /\bimport\("\.\/([^"\n]+)"\)/g;

/**
 * The text of the pack: a line with a header in JSON (a hash of the content, and where each chunk starts, how long it
 * is and on which line), then the chunks and the texts. All characters are ASCII, so that an offset is a number of bytes.
 *
 * @param texts in JSON, for `load.text` with their name and .txt
 * @throws Error where a chunk cannot be packed
 */
export function pack(chunks: readonly Chunk[], texts: { readonly [name: string]: string }): string {
  const functions = [
    ...chunks.map(({ path, text, isCommonJs }) => ({
      name: basename(path),
      text: inAscii(isCommonJs ? commonFunction(text) : inShortLines(asFunction(path, text))),
    })),
    ...Object.entries(texts).map(([name, text]) => ({ name: `${name}.txt`, text: inAscii(text) })),
  ];
  const body = functions.map(({ text }) => text).join('\n');
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 16);
  const header = (places: object) => `/*${JSON.stringify({ hash, chunks: places })}`;
  const places: { [name: string]: readonly [offset: number, length: number, line: number] } = {};
  let [offset, line] = [HEADER_BYTES, 1];
  for (const { name, text } of functions) {
    places[name] = [offset, text.length, line];
    offset += text.length + 1;
    line += text.split('\n').length;
  }
  const head = header(places);
  if (head.length + 3 > HEADER_BYTES) throw new Error('there are too many chunks for the header');
  const whole = `${head.padEnd(HEADER_BYTES - 3)}*/\n${body}`;
  return whole;
}

/** Without blanks, in lines that a stack trace can still name; names stay, and whose code it is. */
function inShortLines(text: string): string {
  const noted = text.replaceAll(/^\/\/ ((?:src|migrations|\S*node_modules)\/\S+)$/gm, '//! $1');
  const { code } = transformSync(noted, {
    charset: 'ascii',
    legalComments: 'inline',
    minifyWhitespace: true,
    lineLimit: 160,
  });
  return code.replace(/;\n*$/, '');
}

function commonFunction(text: string): string {
  const body = text.replaceAll(REQUIRED_CHUNK, '__load("$1")');
  return `(function (__load, require) {const module = { exports: {} };\n${body}\nreturn module.exports;\n})`;
}

function asFunction(path: string, text: string): string {
  const imports: string[] = [];
  const exported: string[] = [];
  const body = text
    .replaceAll(IMPORT, (_, names: string | undefined, from: string) => {
      const call = from.startsWith('./') ? `__load("${from.slice(2)}")` : `require("${from}")`;
      imports.push(asDeclaration(names, from, call));
      return '';
    })
    .replaceAll(EXPORT, (_, names: string) => {
      exported.push(...list(names));
      return '';
    })
    .replaceAll(EXPORT_DEFAULT, (_, value: string) => {
      exported.push('$default as default');
      return `const $default = ${value};\n`;
    })
    .replaceAll('import.meta.url', '__load.url')
    .replaceAll(NOW, (_, name: string) => `__load("${name}")`)
    .replaceAll(DYNAMIC, (_, name: string) => `__load.later("${name}")`);
  if (/^(?:import|export) /m.test(body)) throw new Error(`${path}: a statement of modules is left`);
  const results = exported.map((each) => {
    const [local = each, name = local] = each.split(' as ');
    mustStay(path, body, local);
    return `${name}: ${local}`;
  });
  const isAsync = WAITS.test(body);
  return `(${isAsync ? 'async ' : ''}function (__load, require) {"use strict";\n${imports.join('')}${body}return { ${results.join(', ')} };\n})`;
}

/** One import statement as a declaration. @param call gets what the module exports */
export function asDeclaration(names: string | undefined, from: string, call: string): string {
  const isChunk = from.startsWith('./');
  if (names === undefined) return `${call};\n`;
  const space = /^\* as (\S+)$/.exec(names)?.[1];
  if (space !== undefined) return `const ${space} = ${call};\n`;
  const [plain = ''] = names.split('{');
  const main = plain.replace(/[,\s]/g, '');
  const inner = /\{([^}]*)\}/.exec(names)?.[1];
  const wanted = inner === undefined ? [] : list(inner);
  const late = isChunk ? [] : wanted.filter((each) => isPlainFunction(from, each));
  const early = wanted.filter((each) => !late.includes(each)).map((each) => each.replace(' as ', ': '));
  const declared =
    late.map((each) => later(each, call)).join('') +
    (early.length === 0 ? '' : `const { ${early.join(', ')} } = ${call};\n`);
  return main === '' ? declared : `const ${main} = ${call};\n${declared}`;
}

function isPlainFunction(module: string, name: string): boolean {
  const [there = name] = name.split(' as ');
  return isBuiltin(module) && /^[a-z]/.test(there) && typeof require(module)[there] === 'function';
}

/** A function of node's own modules, loaded when it is called: some of them take milliseconds. */
function later(name: string, call: string): string {
  const [there = name, here = there] = name.split(' as ');
  return `const ${here} = (...given) => ${call}.${there}(...given);\n`;
}

function list(names: string): string[] {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** @throws Error where a variable that other chunks import gets its value later, or another one */
function mustStay(path: string, body: string, name: string): void {
  const escaped = name.replaceAll('$', '\\$');
  const assigned = new RegExp(
    `(?:^|[;{}\\n])\\s*(?:var |let |const )?${escaped} (?:=(?!=|>)|[-+]=|\\?\\?=|\\|\\|=|&&=)`,
    'g',
  );
  const values = [...body.matchAll(assigned)].length;
  // An enum of TypeScript is declared empty and filled on the next line, before anything is exported.
  const isEnum = new RegExp(`^\\}\\)\\(${escaped} \\|\\| \\(${escaped} = \\{\\}\\)\\);`, 'm').test(body);
  const isEmpty = !isEnum && new RegExp(`^(?:var|let) ${escaped};`, 'm').test(body);
  if (values > 1 || isEmpty) throw new Error(`${path}: ${name} is exported and changes`);
}

/** The bundler escapes what is in texts and leaves regular expressions, where the escape means the same. */
function inAscii(text: string): string {
  return text.replaceAll(/[^\t-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
