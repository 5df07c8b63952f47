/**
 * The page is packed without the tables of the data model, which the program beside it holds already; they are put in
 * when the page is written.
 */
import { inScript } from './in-script.ts';

/** What stands for the tables of a name, in quotes. */
export function tablesMark(name: string): string {
  return `@@tables of ${name}@@`;
}

/**
 * The page with its tables.
 *
 * @param texts by name
 * @throws Error where the page has no place for one, or several
 */
export function withTables(page: string, texts: { readonly [name: string]: string }): string {
  return Object.entries(texts).reduce((made, [name, text]) => {
    const [before, after, ...more] = made.split(JSON.stringify(tablesMark(name)));
    if (before === undefined || after === undefined || more.length > 0)
      throw new Error(`the page has no single place for the tables of ${name}`);
    return `${before}${inScript(inAscii(JSON.stringify(text)))}${after}`;
  }, page);
}

function inAscii(text: string): string {
  return text.replaceAll(/[^\t-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
