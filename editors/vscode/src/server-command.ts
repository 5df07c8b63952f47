/** Which process the language server is, by the settings of the user. It knows nothing of the editor. */
import { join } from 'node:path';

/** Settings by their names behind `cfgtool.`; absent or empty where they are not set. */
export interface Settings {
  readonly program?: string;
  readonly together?: boolean;
  readonly api?: string;
  readonly namespace?: string;
  readonly baseline?: string;
  readonly config?: string;
}

export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: { readonly [name: string]: string };
}

/** @param extension the folder of the extension, which has a cfgtool of its own @param node a program that runs it */
export function serverCommand(settings: Settings, extension: string, node: string): ServerCommand {
  const { program = '', together = false, api = '', namespace = '', baseline = '', config = '' } = settings;
  const valued = Object.entries({ api, namespace, baseline, config }).flatMap(([flag, value]) =>
    value === '' ? [] : [`--${flag}`, value],
  );
  const flags = ['lsp', ...(together ? ['--together'] : []), ...valued];
  if (program !== '') return { command: program, args: flags, env: {} };
  // The editor's own program is node where this is set.
  return {
    command: node,
    args: [join(extension, 'server', 'bin', 'run.js'), ...flags],
    env: { ELECTRON_RUN_AS_NODE: '1' },
  };
}
