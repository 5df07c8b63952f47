/** What a page says about the run itself: inputs that could not be read, and whether it came to its end. */

import type { RunFacts } from '../../results/run.ts';
import { partialText } from '../partial.ts';
import type { Show } from './shown.ts';

/** Inputs that are named. */
const MAX_FILES = 20;

/** What a page of joined reports lacks, and who has it: it was made without the files. @param command as HTML */
export function joinedNotice(has: string, lacks: string, command: string): string {
  return `<p class="remark">Joined from reports, which hold ${has} only. <code>${command}</code> shows ${lacks}.</p>`;
}

/** As HTML; empty where every input was read. */
export function runNotice(run: RunFacts | undefined, show: Show): string {
  if (run === undefined) return '';
  const partial = partialText(run);
  const { unread } = run;
  const named = unread
    .slice(0, MAX_FILES)
    .map(({ file, problem }) => `<li><code>${show(file)}</code>: ${show(problem)}</li>`);
  const more = unread.length > MAX_FILES ? `<li>and ${unread.length - MAX_FILES} more</li>` : '';
  return [
    ...(partial === undefined ? [] : [`<p class="remark open"><b>${show(partial)}</b></p>`]),
    ...(unread.length === 0
      ? []
      : [`<div class="remark open"><b>Without a result:</b><ul>${named.join('')}${more}</ul></div>`]),
  ].join('\n');
}
