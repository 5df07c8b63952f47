/** Nodes as text: YAML in blocks or brackets, JSON. */
import type { Draw } from './draw.ts';
import type { Node } from './node.ts';

export type Style = 'block' | 'flow' | 'json' | 'compact';
export const STYLES: readonly Style[] = ['block', 'block', 'block', 'flow', 'json', 'compact'];

const PLAIN = /^[A-Za-z_/][\w./-]*$/;
const WORDS = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/** @param draw chooses quotes */
export function printed(documents: readonly Node[], style: Style, draw: Draw): string {
  const texts = documents.map((node) => {
    if (style === 'block') return block(node, '', draw).replace(/^\n/, '');
    return `${flow(node, style, '', draw)}\n`;
  });
  return texts.join(style === 'block' || style === 'flow' ? '---\n' : '');
}

function scalar(value: string | number | boolean | null, json: boolean, draw: Draw): string {
  if (typeof value !== 'string')
    return typeof value === 'number' && Object.is(value, -0) ? '-0' : String(value);
  if (json) return JSON.stringify(value);
  if (PLAIN.test(value) && !WORDS.test(value) && draw.chance(0.8)) return value;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: single quotes know no escapes for them
  if (draw.chance(0.3) && !/[\u0000-\u001f\u007f-\u009f\ud800-\udfff]/.test(value))
    return `'${value.replaceAll("'", "''")}'`;
  return JSON.stringify(value);
}

function anchorOf(node: Node): string {
  return 'anchor' in node && node.anchor !== undefined ? `&${node.anchor} ` : '';
}

function flow(node: Node, style: Style, indent: string, draw: Draw): string {
  const json = style !== 'flow';
  const more = style === 'json' ? `${indent}  ` : '';
  const [open, close] = style === 'json' ? [`\n${more}`, `\n${indent}`] : ['', ''];
  const anchor = json ? '' : anchorOf(node);
  switch (node.kind) {
    case 'map': {
      const entries = node.entries.map(
        ({ key, value }) => `${scalar(key, json, draw)}: ${flow(value, style, more, draw)}`,
      );
      return entries.length === 0 ? `${anchor}{}` : `${anchor}{${open}${entries.join(`, ${open}`)}${close}}`;
    }
    case 'list': {
      const items = node.items.map((item) => flow(item, style, more, draw));
      return items.length === 0 ? `${anchor}[]` : `${anchor}[${open}${items.join(`, ${open}`)}${close}]`;
    }
    case 'raw':
      return json && !/^-?\d/.test(node.text) ? 'null' : node.text;
    case 'scalar':
      return scalar(node.value, json, draw);
  }
}

/** What follows a key or a dash: on the same line, or on lines of its own. */
function block(node: Node, indent: string, draw: Draw): string {
  if (node.kind === 'map' && node.entries.length > 0) {
    const lines = node.entries.map(({ key, value }) => {
      const below = block(value, `${indent}  `, draw);
      return `${indent}${scalar(key, false, draw)}:${below.startsWith('\n') ? below : ` ${below}`}`;
    });
    return `${anchored(node)}\n${lines.join('')}`;
  }
  if (node.kind === 'list' && node.items.length > 0) {
    const lines = node.items.map((item) => {
      const below = block(item, `${indent}  `, draw);
      // A map begins on the line of its dash.
      if (item.kind === 'map' && below.startsWith('\n')) return `${indent}- ${below.slice(1).trimStart()}`;
      return `${indent}-${below.startsWith('\n') ? below : ` ${below}`}`;
    });
    return `${anchored(node)}\n${lines.join('')}`;
  }
  return `${flow(node, 'flow', '', draw)}\n`;
}

function anchored(node: Node): string {
  const anchor = anchorOf(node).trimEnd();
  return anchor === '' ? '' : `${anchor}`;
}
