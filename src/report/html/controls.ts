/** What narrows down what is shown, by level, by rule and by text. It shows only where scripts may run. */
import { grouped } from '../../source/grouped.ts';
import { htmlText } from '../text/html-text.ts';
import { levelBadge, type PageLevel } from './levels.ts';

export interface Counted {
  readonly level: PageLevel;
  readonly rule: string;
}

/**
 * @param what is narrowed down, in the plural: `findings`
 * @param orders in which it can be sorted, the first of them as it stands
 */
export function controlsOf(
  what: string,
  items: readonly Counted[],
  levels: readonly PageLevel[],
  orders: readonly (readonly [id: string, words: string])[] = [],
): string {
  if (items.length < 2) return '';
  const boxes = levels.flatMap((level) => {
    const count = items.filter((item) => item.level === level).length;
    if (count === 0) return [];
    return `<label class="chip"><input type="checkbox" checked value="${level}"> ${levelBadge(level)} ${grouped(count)}</label>`;
  });
  const counts = new Map<string, number>();
  for (const { rule } of items) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  const options = [...counts]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([rule, count]) => `<option value="${htmlText(rule)}">${htmlText(rule)} (${count})</option>`);
  const choices = orders.map(([id, words]) => `<option value="${id}">${words}</option>`);
  const sort =
    orders.length === 0 ? '' : `<label>sort by <select data-sort>${choices.join('')}</select></label>\n`;
  return `<div class="controls" role="search" aria-label="Narrow down the ${what}">${boxes.join('')}
<label>rule <select><option value="">all rules</option>${options.join('')}</select></label>
${sort}<label>text <input type="search" size="14"></label>
<output aria-live="polite" data-what="${what}"></output></div>`;
}
