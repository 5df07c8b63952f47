/**
 * The page as one file. Its policy lets nothing in but its own scripts and styles: no network at all, no inline handlers,
 * and whatever a configuration's name holds never runs.
 */

import { htmlText } from '../present/html.ts';
import { hashOf } from '../report/html/page.ts';
import { script } from '../report/html/script.ts';
import { style } from '../report/html/style.ts';
import { playgroundStyle } from './style.ts';

export interface PlaygroundParts {
  /** The script of the page. */
  readonly main: string;
  /** That of its worker, which the page starts from memory. */
  readonly worker: string;
  readonly version: string;
}

const styles = `${style}${playgroundStyle}`;

/** The editor adds styles of its own, which are known by a word that is the same for the same page. */
function policy(main: string, nonce: string): string {
  return [
    "default-src 'none'",
    `script-src '${hashOf(main)}' '${hashOf(script)}'`,
    `style-src 'nonce-${nonce}'`,
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** @throws Error where a script would end the element that it stands in */
export function playgroundHtml({ main, worker, version }: PlaygroundParts): string {
  for (const text of [main, worker])
    if (/<\/script|<!--/i.test(text)) throw new Error('a script of the playground holds what ends a script');
  const nonce = hashOf(`${main}${worker}`).slice(7, 29);
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(main, nonce)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>cfgtool playground</title>
<style nonce="${nonce}">${styles}</style>
</head>
<body>
<a class="skip" href="#view-findings">Skip to the result</a>
<header>
<h1>cfgtool <span>playground</span></h1>
<label>Example <select id="examples"></select></label>
<button type="button" id="compare">Compare with a copy</button>
<button type="button" id="link">Copy link</button>
</header>
<main id="main">
<section class="pane" id="pane-a" aria-label="The first text"></section>
<section class="pane" id="pane-b" aria-label="The second text" hidden></section>
<section class="told" aria-label="What is told about them"><div id="tabs" role="tablist" aria-label="What is told"></div><div id="panels"></div></section>
</main>
<footer><span id="status" role="status"></span><span>cfgtool ${htmlText(version)}. Nothing leaves this page: it has no network.</span></footer>
<script type="text/plain" id="worker">${worker}</script>
<script>${script}</script>
<script>${main}</script>
</body>
</html>
`;
}
