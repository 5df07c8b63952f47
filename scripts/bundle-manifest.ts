/** What help prints, taken from the commands by oclif itself. */
import { Config } from '@oclif/core/config';
import { settings } from '@oclif/core/settings';
import { commandNames, loadCommand } from '../src/commands/index.ts';
import { PROGRAM } from '../src/commands/oclif-config.ts';

/** For oclif, which loads this module by its name. */
export const commands = Object.fromEntries(
  await Promise.all(commandNames.map(async (name) => [name, await loadCommand(name)] as const)),
);

/** The manifest of all commands, as `oclif manifest` would write it. */
export async function commandManifest(): Promise<object> {
  settings.enableAutoTranspile = false;
  const config = await Config.load({
    root: process.cwd(),
    pjson: {
      name: PROGRAM,
      version: '0.0.0',
      type: 'module',
      oclif: {
        bin: PROGRAM,
        commands: {
          strategy: 'explicit',
          target: './dist/scripts/bundle-manifest.js',
          identifier: 'commands',
        },
      },
    },
  });
  return { commands: Object.fromEntries(config.commands.map((command) => [command.id, command])) };
}
