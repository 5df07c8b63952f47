/** An editor of one text, with what was found in it in its margin. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, foldGutter, foldKeymap, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState, type Text, Transaction } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  tooltips,
} from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import type { PlacedChange } from '../../lsp/shapes.ts';
import type { Position, Range } from '../../source/lines.ts';
import type { Remedy, ShownFinding } from '../questions.ts';
import { type Writing, writing } from './writing.ts';

export interface Editor {
  text(): string;
  /** Puts another text there, which can be taken back. */
  set(text: string): void;
  /** Makes changes of the text as it is. */
  apply(changes: readonly PlacedChange[]): void;
  show(findings: readonly ShownFinding[]): void;
  /** Selects a place and brings it into view. @param staying whether the keyboard stays where it is */
  reveal(range: Range, staying: boolean): void;
  focus(): void;
}

export interface EditorOptions {
  readonly label: string;
  readonly nonce: string;
  readonly changed: () => void;
  readonly remedy: (remedy: Remedy) => void;
  readonly writing: Writing;
}

/** So many marks one margin has. */
const MAX_MARKS = 2000;

export function startEditor(
  parent: HTMLElement,
  { label, nonce, changed, remedy, writing: told }: EditorOptions,
): Editor {
  const view = new EditorView({
    parent,
    extensions: [
      EditorView.cspNonce.of(nonce),
      EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
      tooltips({ parent: document.body }),
      lineNumbers(),
      highlightActiveLineGutter(),
      foldGutter(),
      lintGutter(),
      highlightSpecialChars(),
      history(),
      drawSelection(),
      EditorState.allowMultipleSelections.of(true),
      bracketMatching(),
      highlightActiveLine(),
      highlightSelectionMatches(),
      yaml(),
      syntaxHighlighting(classHighlighter),
      writing(told),
      keymap.of([...lintKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...defaultKeymap]),
      EditorView.updateListener.of(({ docChanged }) => {
        if (docChanged) changed();
      }),
    ],
  });
  return {
    text: () => view.state.doc.toString(),
    set: (text) =>
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        selection: { anchor: 0 },
        scrollIntoView: true,
        annotations: Transaction.userEvent.of('input.paste'),
      }),
    apply: (changes) =>
      view.dispatch({
        changes: changes.map(({ range, text }) => ({ ...spanOf(view.state.doc, range), insert: text })),
        annotations: Transaction.userEvent.of('input.complete'),
      }),
    show: (findings) =>
      view.dispatch(
        setDiagnostics(
          view.state,
          findings.slice(0, MAX_MARKS).map((finding) => markOf(view.state.doc, finding, remedy)),
        ),
      ),
    reveal(range, staying) {
      const { from, to } = spanOf(view.state.doc, range);
      view.dispatch({
        selection: { anchor: from, head: Math.min(to, view.state.doc.lineAt(from).to) },
        effects: EditorView.scrollIntoView(from, { y: 'center' }),
      });
      if (!staying) view.focus();
    },
    focus: () => view.focus(),
  };
}

function markOf(doc: Text, finding: ShownFinding, remedy: (remedy: Remedy) => void): Diagnostic {
  const { range, level, rule, message, remedies } = finding;
  const { from, to } = spanOf(doc, range);
  return {
    from,
    // A whole block would be one thick line; its first line says where it is.
    to: Math.min(to, doc.lineAt(from).to),
    severity: level,
    source: rule,
    message,
    actions: remedies.map((each) => ({ name: each.title, apply: () => remedy(each) })),
  };
}

/** What was found in an older text may stand behind the end of this one. */
function spanOf(doc: Text, { start, end }: Range): { readonly from: number; readonly to: number } {
  const from = offsetOf(doc, start);
  return { from, to: Math.max(from, offsetOf(doc, end)) };
}

function offsetOf(doc: Text, { line, column }: Position): number {
  if (line > doc.lines) return doc.length;
  const found = doc.line(Math.max(1, line));
  return Math.min(found.to, found.from + Math.max(0, column - 1));
}
