/** A page for the terminal. Blocks are indented by two, headings stand at the margin. */
import type { Block, Fact, Page } from './blocks.ts';
import { type Paint, wrapped } from './text.ts';

const INDENT = '  ';
const GAP = '  ';
/** Columns narrower than this are not worth wrapping in. */
const NARROWEST = 16;
const NAME_COLUMNS = 3;

/** The page as text that fits the width, ending in a line break. */
export function pageText(page: Page, paint: Paint, width = 80): string {
  const blocks = page.blocks.map((block) => blockLines(block, paint, width).join('\n'));
  const title = `${paint.bold(page.title)}  ${paint.dim(`(${page.subtitle})`)}`;
  return `${[title, ...blocks].join('\n\n')}\n`;
}

function blockLines(block: Block, paint: Paint, width: number): readonly string[] {
  switch (block.kind) {
    case 'paragraph':
      return indented(wrapped(block.text, width - INDENT.length));
    case 'heading':
      return [paint.bold(block.text)];
    case 'facts':
      return factLines(block.facts, width);
    case 'table': {
      const [head = '', ...rows] = tableLines(
        [block.columns.map((column) => column.toUpperCase()), ...block.rows],
        width,
      );
      return [paint.dim(head), ...rows];
    }
    case 'names':
      return nameLines(block.names, width);
    case 'code':
      return indented(block.text.trimEnd().split('\n'), INDENT.repeat(2));
  }
}

function indented(lines: readonly string[], by = INDENT): readonly string[] {
  return lines.map((line) => (line === '' ? '' : by + line));
}

function factLines(facts: readonly Fact[], width: number): readonly string[] {
  return tableLines(
    facts.map((fact) => [fact.label, fact.text]),
    width,
  );
}

/** Cells side by side; columns but the last are as wide as their content, unless that leaves too little room. */
function tableLines(rows: readonly (readonly string[])[], width: number): readonly string[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const natural = Array.from({ length: count }, (_, column) => {
    const widest = Math.max(0, ...rows.map((row) => (row[column] ?? '').length));
    return column === 0 ? Math.min(widest, Math.floor(width / 2)) : widest;
  });
  const widths = fitted(natural, width - INDENT.length - GAP.length * (count - 1));
  return rows.flatMap((row) => {
    const cells = widths.map((cell, column) => wrapped(row[column] ?? '', cell, 'cut'));
    const height = Math.max(1, ...cells.map((cell) => cell.length));
    return Array.from({ length: height }, (_, line) => {
      const parts = cells.map((cell, column) => (cell[line] ?? '').padEnd(widths[column] ?? 0));
      return (INDENT + parts.join(GAP)).trimEnd();
    });
  });
}

/** Takes room from the widest of the columns after the first until all fit, and from the first only then. */
function fitted(natural: readonly number[], room: number): readonly number[] {
  const widths = [...natural];
  for (const spared of [1, 0]) {
    let excess = widths.reduce((sum, width) => sum + width, 0) - room;
    while (excess > 0) {
      const widest = Math.max(...widths.slice(spared));
      if (widest <= NARROWEST) break;
      widths[widths.lastIndexOf(widest)] = widest - 1;
      excess--;
    }
  }
  return widths;
}

/** In three columns; a name that is too long for one takes as many as it needs. */
function nameLines(names: readonly string[], width: number): readonly string[] {
  const room = width - INDENT.length;
  const cell = Math.max(NARROWEST, Math.floor(room / NAME_COLUMNS));
  const lines: string[] = [];
  let line = '';
  for (const name of names) {
    if (line !== '' && line.length + name.length > room) {
      lines.push(line);
      line = '';
    }
    line += name.padEnd(Math.ceil((name.length + GAP.length) / cell) * cell);
  }
  return indented([...lines, line].map((each) => each.trimEnd()));
}
