/**
 * One self-contained HTML file. Its policy lets nothing in but the one style sheet and the one script below, by their
 * hashes: no network, no inline handlers, and whatever a configuration's name holds never runs.
 */
import { createHash } from 'node:crypto';
import { htmlText, levelBadge, type PageLevel, type Show } from '../../present/html.ts';
import type { RunFacts } from '../../results/run.ts';
import { grouped } from '../../source/counted.ts';
import { partialText } from '../run.ts';
import { script } from './script.ts';
import { style } from './style.ts';

export interface Page {
  /** Plain text. */
  readonly title: string;
  /** What to say first, as HTML. */
  readonly head: string;
  /** Places to go to: an id and plain words. */
  readonly links: readonly { readonly id: string; readonly words: string }[];
  /** The controls that narrow down what is shown, as HTML; empty where there is nothing to narrow down. */
  readonly controls: string;
  /** As HTML. */
  readonly main: string;
  readonly version: string;
}

/** The hashes are those of exactly what stands between the tags. */
function policy(): string {
  return [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    `script-src '${hashOf(script)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** The whole file. */
export function pageText({ title, head, links, controls, main, version }: Page): string {
  const nav = links.map(({ id, words }) => `<li><a href="#${id}">${htmlText(words)}</a></li>`).join('');
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${htmlText(title)}</title>
<style>${style}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the result</a>
<header>
${head}
</header>
<nav aria-label="On this page"><ul>${nav}</ul>${controls}</nav>
<main id="main" tabindex="-1">
${main}
</main>
<footer>Made by cfgtool ${htmlText(version)}. This file needs no network.</footer>
<script>${script}</script>
</body>
</html>
`;
}

export function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

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
