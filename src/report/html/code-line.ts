/** One line of a configuration as HTML; of a very long one (JSON in a single line) the parts that matter. */

import type { Redact } from '../../results/secrets/redact.ts';
import { grouped } from '../../source/grouped.ts';
import { htmlText } from '../text/html-text.ts';

/** Longer lines are shown in parts. */
const WHOLE = 400;
const BEFORE = 60;
const BEHIND = 180;
/** Parts of one line that are shown at most. */
const MAX_PARTS = 30;

/**
 * @param columns from 1, where something of interest begins
 * @returns HTML, and how many characters of the line it shows
 */
export function codeLine(text: string, redact: Redact, columns: readonly number[] = []): string {
  const shown = redact(text);
  if (shown.length <= WHOLE) return coloured(shown);
  const parts: { from: number; to: number }[] = [];
  for (const column of [...(columns.length === 0 ? [1] : columns)].sort((left, right) => left - right)) {
    const from = Math.max(0, column - 1 - BEFORE);
    const to = Math.min(shown.length, column - 1 + BEHIND);
    const last = parts.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else if (parts.length < MAX_PARTS) parts.push({ from, to });
  }
  let at = 0;
  let html = '';
  for (const { from, to } of parts) {
    html += leftOut(from - at) + htmlText(shown.slice(from, to));
    at = to;
  }
  return html + leftOut(shown.length - at);
}

/** How many characters {@link codeLine} shows of a line at most. */
export function codeLength(text: string, columns: number): number {
  return Math.min(text.length, WHOLE + Math.min(columns, MAX_PARTS) * (BEFORE + BEHIND));
}

function leftOut(count: number): string {
  return count <= 0
    ? ''
    : `<span class="cut">… ${grouped(count)} ${count === 1 ? 'character' : 'characters'} …</span>`;
}

/** Comments and keys stand back or out a little; a line that is not clearly one or the other stays plain. */
const KEYED = /^([ \t]*(?:- )*)("?[\w.@:-]{1,80}?"?)(:(?: .*)?)$/;

function coloured(text: string): string {
  const start = text.search(/\S/);
  if (start !== -1 && (text[start] === '#' || text.startsWith('//', start)))
    return `<i>${htmlText(text)}</i>`;
  const keyed = KEYED.exec(text);
  if (keyed === null) return withComment(text);
  const [, indent = '', key = '', rest = ''] = keyed;
  return `${htmlText(indent)}<b>${htmlText(key)}</b>${withComment(rest)}`;
}

/** A comment at the end of a line that holds no quotes. */
function withComment(text: string): string {
  const at = text.lastIndexOf(' #');
  if (at === -1 || /["']/.test(text.slice(0, at))) return htmlText(text);
  return `${htmlText(text.slice(0, at))}<i>${htmlText(text.slice(at))}</i>`;
}
