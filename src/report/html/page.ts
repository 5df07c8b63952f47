/**
 * One self-contained HTML file. Its policy lets nothing in but the one style sheet and the one script below, by their
 * hashes: no network, no inline handlers, and whatever a configuration's name holds never runs.
 */
import { createHash } from 'node:crypto';
import { htmlText } from '../text/html-text.ts';
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
