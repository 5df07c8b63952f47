/** What is wrong with a text that is no YAML, in the words of those who write it. */
import type { AliasProblem } from './builder.ts';
import { MAX_DEPTH } from './limits.ts';

/** What is wrong, and what to do about it. */
export interface Trouble {
  readonly problem: string;
  readonly hint?: string;
}

const TOO_DEEP = 'no configuration of this kind nests so deep; look for a runaway generator';

/**
 * What the reader's error means.
 *
 * @param reason in js-yaml's words
 * @param position where it stopped reading
 */
export function yamlProblem(reason: string, position: number, text: string): Trouble {
  const trouble = troubleOf(reason, position, text);
  // A template is the likelier cause of whatever else was found.
  return /\{\{|\{%|<%=|\$\{/.test(text)
    ? {
        ...trouble,
        hint: 'it looks like a template ({{ }} or {% %}): render it first, then give cfgtool the result',
      }
    : trouble;
}

function troubleOf(reason: string, position: number, text: string): Trouble {
  if (reason.startsWith('nesting exceeded'))
    return { problem: `maps and lists nest more than ${MAX_DEPTH} levels deep`, hint: TOO_DEEP };
  if (reason.startsWith('null byte')) return { problem: 'the text holds a NUL byte' };
  const not = 'this is not YAML:';
  if (reason === 'bad indentation of a mapping entry' && !beginsLine(text, position))
    return strayText(text.charAt(position), not);
  if (reason === 'deficient indentation') {
    return {
      problem: `${not} a bracket or quote opened above is not closed, or this line is indented too little`,
      hint: 'close it before this line, or indent the line further than the key it belongs to',
    };
  }
  const hint = HINTS.find(([words]) => reason.includes(words))?.[1];
  return { problem: `${not} ${reason}`, ...(hint === undefined ? {} : { hint }) };
}

const HINTS: readonly (readonly [words: string, hint: string])[] = [
  ['tab characters', 'indent with spaces: YAML allows no tabs there'],
  ['unexpected end', 'the text ends too early: is the file whole?'],
  ['indentation', 'compare the indentation of this line with that of its neighbours'],
  [
    'end of the stream',
    'what stands here does not belong to what stands above: look for a missing dash or key',
  ],
  [
    'a line break is expected',
    'after | or > only -, + and a digit may stand; the text begins on the next line',
  ],
  ['escape', 'in double quotes a backslash is written \\\\; single quotes take backslashes as they are'],
  ['tag', 'put the text in quotes if it is no tag'],
];

/** Something follows a value on its own line. */
function strayText(sign: string, not: string): Trouble {
  if (sign === ':') {
    return {
      problem: `${not} a colon stands where none can`,
      hint: 'put the value in quotes, or compare the indentation of this line with that of its neighbours',
    };
  }
  if (/[@`%\]},]/.test(sign))
    return { problem: `${not} "${sign}" cannot begin a value`, hint: 'put the value in quotes' };
  return {
    problem: `${not} the value ends before this`,
    hint: 'put the whole value in quotes; within single quotes a quote is written twice',
  };
}

function beginsLine(text: string, position: number): boolean {
  return /^[ \t]*$/.test(text.slice(text.lastIndexOf('\n', position - 1) + 1, position));
}

/** Why an alias cannot stand where it does. */
export function aliasProblem(why: AliasProblem, name: string): Trouble {
  switch (why) {
    case 'unknown':
      return {
        problem: `the alias *${name} has no anchor &${name} before it`,
        hint: 'anchors count within their document only; put the text in quotes if it is no alias',
      };
    case 'recursive':
      return {
        problem: `the alias *${name} stands inside what it stands for`,
        hint: 'write out what is meant: a value cannot hold itself',
      };
    case 'deep':
      return {
        problem: `written out, the alias *${name} makes maps and lists nest more than ${MAX_DEPTH} levels deep`,
        hint: TOO_DEEP,
      };
  }
}
