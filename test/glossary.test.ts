/** Texts and code use the words of docs/glossary.md: none of its last column is left in docs, help, messages or names. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const GLOSSARY = 'docs/glossary.md';

interface Avoided {
  readonly word: string;
  readonly not: string;
}

/** Every word that is not used, of a table of the page: one of all texts, and one of the names in code alone. */
const [inTexts = [], inNames = []] = readFileSync(GLOSSARY, 'utf8')
  .split(/\n(?=\| [^\n]*\n\|---)/)
  .slice(1)
  .map((table) =>
    table
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .slice(1)
      .flatMap((line): Avoided[] => {
        const [, word = '', , last = ''] = line.split('|').map((cell) => cell.trim());
        return last === '' ? [] : last.split(', ').map((not) => ({ word, not }));
      }),
  );

function formsOf(not: string): RegExp {
  const [first = '', ...rest] = not.split(' ');
  const verb = `${first}(?:s|ed|d|ing|er|est)?`;
  return new RegExp(`\\b(?:${[verb, ...rest].join(' ')}s?)\\b`, 'i');
}

function listed(folder: string, ending: RegExp): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? listed(path, ending) : ending.test(path) ? [path] : [];
  });
}

/** Texts between quotes or backticks, which may be messages; what code calls things is not among them. */
function messagesIn(code: string): readonly string[] {
  const withoutComments = code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return [...withoutComments.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)].flatMap(
    ([, plain, template]) => {
      const text = plain ?? template?.replace(/\$\{[^}]*\}/g, '…') ?? '';
      return text.includes(' ') ? [text] : [];
    },
  );
}

/** The words that names are made of, each name as a text: `landingNode` is "landing node". */
function namesIn(code: string): readonly string[] {
  const bare = code
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|\/\/ .*$/gm, '')
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, '')
    .replace(/`(?:[^`\\]|\\.)*`/g, (text) =>
      [...text.matchAll(/\$\{([^}]*)\}/g)].map(([, part]) => part).join(' '),
    );
  return [...new Set(bare.match(/[A-Za-z_$][\w$]*/g))].map((name) =>
    (name.match(/[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])/g) ?? []).join(' '),
  );
}

test('names are taken to pieces', () => {
  expect(
    namesIn(`// torn
const landingNode = \`slip \${mend(MAX_LANDINGS)}\`; const other = 'grave';`),
  ).toEqual(['const', 'landing Node', 'mend', 'MAX LANDINGS', 'other']);
});

const docs = [...listed('docs', /\.md$/), 'README.md', 'CHANGELOG.md'].filter((file) => file !== GLOSSARY);
const code = ['src', 'migrations'].flatMap((folder) => listed(folder, /\.tsx?$/));

const namesOf = new Map(code.map((file) => [file, namesIn(readFileSync(file, 'utf8'))]));

function found(not: string, file: string, texts: readonly string[]): readonly string[] {
  const pattern = formsOf(not);
  return texts.filter((text) => pattern.test(text)).map((text) => `${file}: ${text.slice(0, 120)}`);
}

describe.each(inTexts)('$not is called $word', ({ not }) => {
  test('in the docs', () => {
    expect(docs.flatMap((file) => found(not, file, readFileSync(file, 'utf8').split('\n')))).toEqual([]);
  });

  test('in messages', () => {
    expect(code.flatMap((file) => found(not, file, messagesIn(readFileSync(file, 'utf8'))))).toEqual([]);
  });
});

test.each([...inTexts, ...inNames])('$not is called $word in code', ({ not }) => {
  expect([...namesOf].flatMap(([file, names]) => found(not, file, names))).toEqual([]);
});
