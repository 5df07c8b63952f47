/**
 * Help as it was printed when the program was built (scripts/bundle-help.ts): a text for each command, as wide as where
 * no terminal is. oclif, which made them, takes as long as the rest of a run to make them again.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { asksForHelp, isHelp, rearranged } from './arguments.ts';
import { isColored, type Output } from './output.ts';

/** The page about the program itself. */
export const ROOT_PAGE = 'cfgtool';

/** How many columns the pages take. */
export const HELP_COLUMNS = 80;

/**
 * The text that answers the arguments; nothing where they ask for something else, or where only oclif knows the answer:
 * on a narrower terminal, for a number of columns in `OCLIF_COLUMNS`, for a command that does not exist.
 *
 * @param folder where the pages are
 */
export function helpPage(given: readonly string[], folder: string, output: Output): string | undefined {
  const { argv, color } = rearranged(given);
  if (!asksForHelp(argv) || (process.env.OCLIF_COLUMNS ?? '') !== '') return undefined;
  const page = pageOf(argv);
  if (page === undefined || (output.isTerminal && output.stream.columns < HELP_COLUMNS)) return undefined;
  try {
    const text = readFileSync(join(folder, `${page}.txt`), 'utf8');
    return isColored(output, color) ? text : stripVTControlCharacters(text);
  } catch {
    return undefined;
  }
}

function pageOf(argv: readonly string[]): string | undefined {
  const [name] = argv;
  if (name === undefined || (isHelp(name) && argv.length === 1)) return ROOT_PAGE;
  return /^[a-z]+$/.test(name) && name !== ROOT_PAGE ? name : undefined;
}
