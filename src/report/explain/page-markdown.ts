/** A page as Markdown, for the docs. */
import type { Block, Page } from './page.ts';

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
