/** Markdown for review comments and docs: whatever a configuration's names hold, it stays text within its cell. */
import { capital } from '../source/counted.ts';
import { type Block, ended, type Page, type Sentence } from './blocks.ts';
import { htmlText } from './html.ts';
import { safeLine, safeText } from './text.ts';

/** Longest comment that a review takes (GitHub refuses more than 65,536 characters), with room for what is around it. */
export const MAX_CHARACTERS = 60_000;

/** Between a sign and a word it keeps both apart for whoever looks for mentions, and shows nothing. */
const APART = '<!-- -->';

/** A text as Markdown shows it literally, in one line; no HTML, no mention, no link, no formatting. */
export function markdownText(text: string): string {
  const shown = safeLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\\`*_{}[\]()#+!|~$^]/g, (character) => `\\${character}`)
    .replace(/:\/\//g, ':&#47;&#47;')
    .replace(/\bwww\./gi, (start) => `${start.slice(0, 3)}&#46;`);
  return withoutMentions(shown);
}

/**
 * Mentions and numbers of issues are looked for after Markdown has been read, so that neither a backslash nor an entity
 * keeps them from notifying people; a comment does.
 */
function withoutMentions(shown: string): string {
  return shown
    .replaceAll('@', `@${APART}`)
    .replace(/(?<!&)#(?=\d)/g, `#${APART}`)
    .replace(/\bGH-(?=\d)/gi, `$&${APART}`);
}

/** A text as code in one line, also inside a table. */
export function markdownCode(text: string): string {
  const shown = safeLine(text);
  if (shown === '') return '';
  // A table looks for its bars before anything else, and a code span has no way to write a backtick or a bar.
  if (/[|`]|^\s|\s$/.test(shown)) return `<code>${shown.replace(/[^\p{L}\p{N} ]/gu, entity)}</code>`;
  return `\`${shown}\``;
}

function entity(character: string): string {
  return `&#${character.codePointAt(0)};`;
}

/** A sentence, with its end. */
export function markdownSentence(sentence: Sentence, redact: (text: string) => string): string {
  const parts = sentence.map((part) =>
    typeof part === 'string' ? markdownText(redact(part)) : markdownCode(redact(part.code)),
  );
  return capital(ended(parts.join('')));
}

/** A block of code; nothing in it can end the block. */
export function markdownBlock(text: string, language: string): string {
  const shown = safeText(text).trimEnd();
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${shown}\n${fence}`;
}

/** What can be opened to read on. The summary is plain text; within its element Markdown should mean nothing. */
export function collapsible(summary: string, body: string): string {
  return `<details>\n<summary>${withoutMentions(htmlText(safeLine(summary)).replaceAll(']', '&#93;').replaceAll('://', ':&#47;&#47;'))}</summary>\n\n${body}\n\n</details>`;
}

/** The first parts that fit, and what to say about the others. */
export function within(
  parts: readonly string[],
  limit: number,
  about: (left: number) => string,
): readonly string[] {
  let length = 0;
  for (const [index, part] of parts.entries()) {
    length += part.length + 2;
    if (length > limit) return [...parts.slice(0, index), about(parts.length - index)];
  }
  return parts;
}

export function pageMarkdown(page: Page): string {
  const blocks = page.blocks.map(blockMarkdown);
  return `${[`# ${page.title}`, `*${page.subtitle}*`, ...blocks].join('\n\n')}\n`;
}

function blockMarkdown(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return block.text;
    case 'heading':
      return `## ${block.text}`;
    case 'facts':
      return block.facts.map((fact) => `- **${fact.label}**: ${fact.text}`).join('\n');
    case 'table':
      return [block.columns, block.columns.map(() => '---'), ...block.rows].map(row).join('\n');
    case 'names':
      return block.names.map((name) => `\`${name}\``).join(', ');
    case 'code':
      return `\`\`\`${block.language}\n${block.text.trimEnd()}\n\`\`\``;
  }
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
