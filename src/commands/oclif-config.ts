/**
 * The configuration that oclif's commands and its help ask for, made without looking at any file: no plugins, no hooks,
 * no theme, no scan for commands. oclif's own `Config.load` costs more time than most runs of this program.
 */
import type { Command } from '@oclif/core/command';
import { Config } from '@oclif/core/config';
import type { Manifest } from './manifest.ts';

export const PROGRAM = 'cfgtool';

/** What help says before it lists the commands. */
const ABOUT =
  'Reads, checks, compares and migrates layer-7 proxy configurations.\nTo begin: cfgtool analyze FILE. What a command takes: cfgtool COMMAND --help.';

class InlinedConfig extends Config {
  private cached: readonly Command.Loadable[] | undefined;
  private readonly manifest: Manifest;

  constructor(root: string, version: string, manifest: Manifest) {
    const oclif = { bin: PROGRAM, additionalHelpFlags: ['-h'] };
    const pjson = { name: PROGRAM, version, description: ABOUT, oclif };
    super({ root, pjson });
    this.manifest = manifest;
    this.root = root;
    this.pjson = pjson;
    this.name = PROGRAM;
    this.bin = PROGRAM;
    this.dirname = PROGRAM;
    this.version = version;
    this.userAgent = `${PROGRAM}/${version}`;
    this.valid = true;
  }

  override get commands(): Command.Loadable[] {
    // Help never loads a command: the manifest says all that it prints.
    const load = () => Promise.reject(new Error('commands are loaded by their line in index.ts'));
    this.cached ??= Object.values(this.manifest.commands).map((command) => ({ ...command, load }));
    return [...this.cached];
  }

  override get commandIDs(): string[] {
    return this.commands.map(({ id }) => id);
  }

  override findCommand(id: string, opts: { must: true }): Command.Loadable;
  override findCommand(id: string, opts?: { must: boolean }): Command.Loadable | undefined;
  override findCommand(id: string): Command.Loadable | undefined {
    return this.commands.find((command) => command.id === id);
  }

  override runHook(): Promise<{ successes: []; failures: [] }> {
    return Promise.resolve({ successes: [], failures: [] });
  }
}

/** @param manifest where help is printed: it names all commands */
export function oclifConfig(root: string, version: string, manifest: Manifest = { commands: {} }): Config {
  return new InlinedConfig(root, version, manifest);
}
