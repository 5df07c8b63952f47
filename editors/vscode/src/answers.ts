/** Texts that the server answers with, shown beside what they are about: read only, and in no file. */
import { type Disposable, EventEmitter, Uri, ViewColumn, type WebviewPanel, window, workspace } from 'vscode';

const SCHEME = 'cfgtool';

export interface Answers extends Disposable {
  show(title: string, text: string): Promise<void>;
  /** A page, which brings its own policy along: nothing in it is fetched. */
  showPage(title: string, html: string): Promise<void>;
}

export function startAnswers(): Answers {
  const texts = new Map<string, string>();
  let panel: WebviewPanel | undefined;
  const changed = new EventEmitter<Uri>();
  const provider = workspace.registerTextDocumentContentProvider(SCHEME, {
    onDidChange: changed.event,
    provideTextDocumentContent: (uri) => texts.get(uri.path) ?? '',
  });
  return {
    dispose() {
      provider.dispose();
      changed.dispose();
      panel?.dispose();
    },
    async showPage(title, html) {
      if (panel === undefined) {
        panel = window.createWebviewPanel(
          'cfgtool.page',
          title,
          { viewColumn: ViewColumn.Beside, preserveFocus: true },
          { enableScripts: true, enableFindWidget: true, localResourceRoots: [] },
        );
        panel.onDidDispose(() => {
          panel = undefined;
        });
      }
      panel.title = title;
      panel.webview.html = html;
    },
    async show(title, text) {
      const uri = Uri.from({ scheme: SCHEME, path: `/${title}.txt` });
      texts.set(uri.path, text);
      changed.fire(uri);
      const document = await workspace.openTextDocument(uri);
      await window.showTextDocument(document, {
        viewColumn: ViewColumn.Beside,
        preserveFocus: true,
        preview: true,
      });
    },
  };
}
