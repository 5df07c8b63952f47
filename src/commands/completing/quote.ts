/** Text put onto a bash command line such that the shell takes it literally, whatever it holds. */
import type { Quoting } from './line.ts';

/** ASCII that means something to a shell, or may. */
const SPECIAL = /[^\w@%+,./:=\u0080-\uffff-]/g;

/** @param quoting of the place where the text goes; bash closes an open quote by itself */
export function quoted(text: string, quoting: Quoting): string {
  switch (quoting) {
    case 'single':
      return text.replaceAll("'", "'\\''");
    case 'double':
      // History is expanded within double quotes too, and there a backslash before `!` would stay.
      return text.replace(/["\\$`]/g, '\\$&').replaceAll('!', '"\\!"');
    case 'none':
      return text.replace(SPECIAL, '\\$&');
  }
}
