/** From what is found in a text to what the protocol calls it. */

import {
  type CompletionItem,
  CompletionItemKind,
  CompletionItemTag,
  type Diagnostic,
  DiagnosticSeverity,
  DiagnosticTag,
  type Hover,
  InsertTextFormat,
  InsertTextMode,
  MarkupKind,
  type Range,
} from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Range as OwnRange, Span } from '../../source/lines.ts';
import type { Suggestion } from '../completion/suggestion.ts';
import type { Diagnostic as OwnDiagnostic } from '../diagnostics.ts';
import type { Hover as OwnHover } from '../hover/field.ts';

export const SOURCE = 'cfgtool';

/** Lines and columns count from 0 there, from 1 here. */
export function rangeOf({ start, end }: OwnRange): Range {
  return {
    start: { line: start.line - 1, character: start.column - 1 },
    end: { line: end.line - 1, character: end.column - 1 },
  };
}

export function rangeOfSpan(document: TextDocument, { start, end }: Span): Range {
  return { start: document.positionAt(start), end: document.positionAt(end) };
}

const SEVERITIES: { readonly [level in OwnDiagnostic['level']]: DiagnosticSeverity } = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
};

const TAGS = { deprecated: DiagnosticTag.Deprecated, unnecessary: DiagnosticTag.Unnecessary };

/** @param docs address of the pages of rules, where the editor names one */
export function diagnosticOf(
  { range, level, rule, message, tag, related, fingerprint }: OwnDiagnostic,
  uriOf: (file: string) => string,
  docs: string | undefined,
): Diagnostic {
  return {
    range: rangeOf(range),
    severity: SEVERITIES[level],
    code: rule,
    source: SOURCE,
    message,
    ...(docs === undefined || rule === 'syntax' ? {} : { codeDescription: { href: `${docs}#${rule}` } }),
    ...(tag === undefined ? {} : { tags: [TAGS[tag]] }),
    ...(related.length === 0
      ? {}
      : {
          relatedInformation: related.map((each) => ({
            location: { uri: uriOf(each.file), range: rangeOf(each.range) },
            message: each.message,
          })),
        }),
    ...(fingerprint === undefined ? {} : { data: { fingerprint } }),
  };
}

const KINDS: { readonly [kind in Suggestion['kind']]: CompletionItemKind } = {
  field: CompletionItemKind.Property,
  value: CompletionItemKind.EnumMember,
  reference: CompletionItemKind.Reference,
  extension: CompletionItemKind.Module,
  type: CompletionItemKind.Class,
};

/** @param order among the others, as editors would sort them by name */
export function completionOf(
  document: TextDocument,
  suggestion: Suggestion,
  order: number,
  takesSnippets: boolean,
): CompletionItem {
  const { label, kind, detail, documentation, insert, replaces, isDeprecated } = suggestion;
  const range = rangeOfSpan(document, replaces);
  return {
    label,
    kind: KINDS[kind],
    ...(detail === undefined ? {} : { detail }),
    ...(documentation === undefined
      ? {}
      : { documentation: { kind: MarkupKind.Markdown, value: documentation } }),
    sortText: String(order).padStart(4, '0'),
    filterText: document.getText(range).startsWith('"') ? `"${label}"` : label,
    insertTextFormat: takesSnippets ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
    insertTextMode: InsertTextMode.adjustIndentation,
    textEdit: { range, newText: takesSnippets ? insert : withoutStops(insert) },
    ...(isDeprecated ? { tags: [CompletionItemTag.Deprecated] } : {}),
  };
}

/** A snippet as plain text, for editors that know none. */
function withoutStops(snippet: string): string {
  return snippet.replaceAll(
    /\$\d+|\$\{\d+(?::([^}]*))?\}|\\(.)/g,
    (_, text = '', escaped = '') => `${text}${escaped}`,
  );
}

export function hoverOf(document: TextDocument, { text, span }: OwnHover): Hover {
  return { contents: { kind: MarkupKind.Markdown, value: text }, range: rangeOfSpan(document, span) };
}
