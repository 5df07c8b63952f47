/** What helps to write: what may stand at the cursor, and what a field means, as the language server says it. */
import { autocompletion, type CompletionContext, completionKeymap, snippet } from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { hoverTooltip, keymap } from '@codemirror/view';
import type { Answers } from '../questions.ts';
import { el } from './dom.ts';

export interface Writing {
  complete(offset: number): Promise<Answers['complete']>;
  explain(offset: number): Promise<Answers['explain']>;
  /** For those who do not point. */
  say(words: string): void;
}

const KINDS = {
  field: 'property',
  value: 'enum',
  reference: 'variable',
  extension: 'class',
  type: 'type',
} as const;

/** Of a text that is read while it is written. */
const MAX_CHARACTERS = 200_000;
/** Of very many names these would not be read. */
const MAX_OPTIONS = 200;

export function writing({ complete, explain, say }: Writing): Extension {
  const source = async (context: CompletionContext) => {
    const before = context.matchBefore(/[\w."@/-]+/);
    // A large text would be read anew at every key.
    const isQuick = before !== null && context.state.doc.length < MAX_CHARACTERS;
    if (!isQuick && !context.explicit) return null;
    const found = (await complete(context.pos)).slice(0, MAX_OPTIONS);
    const [first] = found;
    if (first === undefined || context.aborted) return null;
    return {
      from: first.replaces.start,
      to: Math.max(first.replaces.end, context.pos),
      options: found.map(({ label, kind, detail, documentation, insert }, order) => ({
        label,
        type: KINDS[kind],
        boost: -order / 10,
        ...(detail === undefined ? {} : { detail }),
        ...(documentation === undefined ? {} : { info: () => said(documentation) }),
        apply: snippet(asTemplate(insert)),
      })),
    };
  };
  return [
    autocompletion({ override: [source] }),
    hoverTooltip(async (_, position) => {
      const found = await explain(position);
      if (found === undefined) return null;
      const { start: pos, end } = found.span;
      return {
        pos,
        end,
        above: true,
        create: () => ({ dom: el('div', { class: 'means' }, said(found.text)) }),
      };
    }),
    keymap.of([
      ...completionKeymap,
      {
        key: 'Alt-i',
        run(view) {
          const { head } = view.state.selection.main;
          void explain(head).then((found) =>
            say(found === undefined ? 'Nothing is known of what stands here.' : plain(found.text)),
          );
          return true;
        },
      },
    ]),
  ];
}

/** A snippet of the language server as one of this editor. */
function asTemplate(insert: string): string {
  return insert.replaceAll(/\\(.)|\$(\d+)/g, (_, escaped: string | undefined, stop = '') => {
    if (escaped === undefined) return `\${${stop === '0' ? '' : stop}}`;
    return escaped === '}' ? '\\}' : escaped;
  });
}

/** The little of Markdown that is written there: paragraphs, code, bold. */
function said(markdown: string): HTMLElement {
  return el(
    'div',
    {},
    ...markdown.split(/\n{2,}/).map((part) =>
      el(
        'p',
        {},
        ...part
          .replaceAll('**', '')
          .split('`')
          .map((piece, index) => (index % 2 === 1 ? el('code', {}, piece) : piece)),
      ),
    ),
  );
}

function plain(markdown: string): string {
  return markdown.replaceAll(/\*\*|`/g, '').replaceAll(/\s*\n+\s*/g, '; ');
}
