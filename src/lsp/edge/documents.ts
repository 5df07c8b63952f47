/** The texts that the editor has open, each with what is known of it. */
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { OpenOptions } from '../../model/open.ts';
import { type OpenText, openText } from '../document.ts';

/** One text of the editor. */
export interface OpenDocument {
  readonly document: TextDocument;
  readonly opened: OpenText;
}

/** The path of a file; the address of what is none. */
export function nameOf(uri: string): string {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : uri;
  } catch {
    return uri;
  }
}

export function uriOf(name: string): string {
  return name.startsWith('/') || /^[A-Za-z]:[\\/]/.test(name) ? pathToFileURL(name).href : name;
}

/** Opens texts when they are asked for, each version of them once. */
export class Documents {
  private readonly byUri = new Map<string, OpenDocument & { readonly version: number }>();

  /** The text as it is, without reading it: what was known of it before still helps. */
  quick(document: TextDocument, options: OpenOptions): OpenText {
    const known = this.byUri.get(document.uri);
    if (known?.version === document.version) return known.opened;
    const { latest } = known?.opened ?? {};
    const quick = { name: nameOf(document.uri), text: document.getText(), options };
    return latest === undefined ? quick : { ...quick, latest };
  }

  whole(document: TextDocument, options: OpenOptions): OpenText {
    const { uri, version } = document;
    const known = this.byUri.get(uri);
    if (known?.version === version) return known.opened;
    const opened = openText(nameOf(uri), document.getText(), options, known?.opened);
    this.byUri.set(uri, { document, opened, version });
    return opened;
  }

  forget(uri: string): void {
    this.byUri.delete(uri);
  }
}
