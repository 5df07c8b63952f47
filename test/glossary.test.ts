/** Texts use the words of docs/glossary.md: none of its last column is left in docs, help or messages. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const GLOSSARY = 'docs/glossary.md';

/** Every word that is not used, with those that are made of it. */
const avoided = readFileSync(GLOSSARY, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(1)
  .flatMap((line) => {
    const [, namespace = '', , ...rest] = line.split('|').map((cell) => cell.trim());
    const [not = ''] = rest;
    return not === '' ? [] : [{ namespace, not }];
  });

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

const docs = [...listed('docs', /\.md$/), 'README.md', 'CHANGELOG.md'].filter((file) => file !== GLOSSARY);
const code = ['src', 'migrations'].flatMap((folder) => listed(folder, /\.tsx?$/));

describe.each(avoided.map(({ namespace, not }) => [not, namespace] as const))(
  '"%s" is called "%s"',
  (not) => {
    const pattern = formsOf(not);
    const found = (file: string, texts: readonly string[]): readonly string[] =>
      texts.filter((text) => pattern.test(text)).map((text) => `${file}: ${text.slice(0, 120)}`);

    test('in the docs', () => {
      expect(docs.flatMap((file) => found(file, readFileSync(file, 'utf8').split('\n')))).toEqual([]);
    });

    test('in messages', () => {
      expect(code.flatMap((file) => found(file, messagesIn(readFileSync(file, 'utf8'))))).toEqual([]);
    });
  },
);
