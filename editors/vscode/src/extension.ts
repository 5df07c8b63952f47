/** Starts the language server with the editor, and anew where its settings change. */
import { commands, type ExtensionContext, Uri, window, workspace } from 'vscode';
import { LanguageClient, Location, Position } from 'vscode-languageclient/node';
import { type Answers, startAnswers } from './answers.ts';
import { type Editor, runCommand } from './commands.ts';
import { type Settings, serverCommand } from './server-command.ts';

const LANGUAGES = ['yaml', 'json', 'jsonc', 'dockercompose'];

let client: LanguageClient | undefined;
let answers: Answers | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  answers = startAnswers();
  context.subscriptions.push(
    answers,
    commands.registerCommand('cfgtool.restart', () => restart(context.extensionPath)),
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('cfgtool')) void restart(context.extensionPath);
    }),
  );
  await start(context.extensionPath);
}

export async function deactivate(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.stop();
}

async function restart(extension: string): Promise<void> {
  await deactivate();
  await start(extension);
}

async function start(extension: string): Promise<void> {
  const { command, args, env } = serverCommand(settings(), extension, process.execPath);
  client = new LanguageClient(
    'cfgtool',
    'cfgtool',
    { command, args: [...args], options: { env: { ...process.env, ...env } } },
    {
      initializationOptions: {
        answers: true,
        defaults: workspace.getConfiguration('cfgtool').get<boolean>('defaults', false),
      },
      documentSelector: LANGUAGES.map((language) => ({ language })),
      synchronize: {
        fileEvents: ['**/.cfgtool.yaml', '**/*.tests.{yaml,yml,json}'].map((glob) =>
          workspace.createFileSystemWatcher(glob),
        ),
      },
      middleware: {
        executeCommand: (command, given: unknown[], next) => runCommand(editor, command, given, next),
      },
    },
  );
  await client.start();
}

const editor: Editor = {
  async showPlaces(uri, position, places) {
    if (client === undefined || typeof uri !== 'string' || !Position.is(position) || !Array.isArray(places))
      return;
    const { asPosition, asLocation } = client.protocol2CodeConverter;
    const locations = places.filter((each) => Location.is(each)).map((each) => asLocation(each));
    await commands.executeCommand(
      'editor.action.showReferences',
      Uri.parse(uri),
      asPosition(position),
      locations,
    );
  },
  async askRequest(example) {
    return await window.showInputBox({
      title: 'Trace a request',
      prompt: "Such as POST shop.test/cart -H 'x-canary: 1'",
      value: example,
      ignoreFocusOut: true,
    });
  },
  get uri() {
    return window.activeTextEditor?.document.uri.toString();
  },
  async showPage(title, html) {
    await answers?.showPage(title, html);
  },
  async showText(title, text) {
    await answers?.show(title, text);
  },
};

function settings(): Settings {
  const all = workspace.getConfiguration('cfgtool');
  const text = (name: string): string => all.get<string>(name, '');
  return {
    program: text('program'),
    together: all.get<boolean>('together', false),
    api: text('api'),
    namespace: text('namespace'),
    baseline: text('baseline'),
    config: text('config'),
  };
}
