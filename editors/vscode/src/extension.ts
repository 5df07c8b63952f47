/** Starts the language server with the editor, and anew where its settings change. */
import { commands, type ExtensionContext, workspace } from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';
import { type Settings, serverCommand } from './server-command.ts';

const LANGUAGES = ['yaml', 'json', 'jsonc', 'dockercompose'];

let client: LanguageClient | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  context.subscriptions.push(
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
        defaults: workspace.getConfiguration('cfgtool').get<boolean>('defaults', false),
      },
      documentSelector: LANGUAGES.map((language) => ({ language })),
      synchronize: { fileEvents: workspace.createFileSystemWatcher('**/.cfgtool.yaml') },
    },
  );
  await client.start();
}

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
