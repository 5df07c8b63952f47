/** Flags that several commands share, each described once. */
import { Args, Flags } from '@oclif/core';
import { isNewerThanModelled, NEWEST_RELEASE, type Release, releaseNamed } from '../schema/release.ts';
import { UsageError } from './usage-error.ts';

const INPUT =
  'A file, a directory (its *.yaml, *.yml and *.json, recursively), a quoted glob, - for standard input, REV:PATH as git writes it, the address of a running proxy (http://HOST:PORT, unix:PATH), or that of a management server (xds://HOST:PORT, xdss:// over TLS).';

export const inputs = {
  input: Args.string({ description: INPUT, multiple: true, ignoreStdin: true, helpLabel: 'INPUT' }),
};

/** The inputs of a command that needs at least one. @throws UsageError */
export function namedInputs(given: readonly string[] | undefined): readonly string[] {
  if (given !== undefined && given.length > 0) return given;
  throw new UsageError('no input is named', 'name a file or a directory, or - for standard input');
}

export const oneInput = { input: Args.string({ description: INPUT, required: true, ignoreStdin: true }) };

/** A release as a flag gives it. @throws UsageError where it is none that is known */
export function knownRelease(text: string, flag: string): Release {
  const release = releaseNamed(text);
  if (release === undefined) throw new UsageError(`${flag} takes a release such as 1.36, not "${text}"`);
  if (!isNewerThanModelled(release)) return release;
  throw new UsageError(
    `${flag} ${text} is newer than what cfgtool knows`,
    `the newest release it knows is ${NEWEST_RELEASE}`,
  );
}

export const readFlags = {
  type: Flags.string({
    helpValue: 'MESSAGE',
    description: 'Read the input as this message (Cluster, VirtualHost, core.Node…) instead of finding out.',
  }),
  config: Flags.string({
    helpValue: 'FILE',
    description: 'The settings to use, instead of the nearest .cfgtool.yaml upwards from each input.',
  }),
  api: Flags.option({
    options: ['v2', 'v3'] as const,
    description:
      'The version of the API that an input is read as where nothing in it shows one; v3 by default.',
  })(),
  release: Flags.custom<Release>({
    helpValue: 'RELEASE',
    description: `The release of the proxy that an input is held to, such as 1.36; that which a dump states, or ${NEWEST_RELEASE}, by default.`,
    parse: async (text) => knownRelease(text, '--release'),
  })(),
  descriptors: Flags.string({
    helpValue: 'FILE',
    multiple: true,
    multipleNonGreedy: true,
    description:
      'A descriptor set with messages of your own (protoc --descriptor_set_out, buf build -o), which are checked, completed and compared like those of the proxy; may be given several times.',
  }),
  node: Flags.string({
    helpValue: 'ID',
    description: 'The id of the node whose resources a management server (xds://HOST:PORT) is asked for.',
  }),
  'node-file': Flags.string({
    helpValue: 'FILE',
    description:
      'A bootstrap or a node message that says which node that is: id, cluster, locality, metadata.',
  }),
  'xds-ca': Flags.string({
    helpValue: 'FILE',
    description: 'Whom to trust with xdss://, in PEM, instead of those whom this machine trusts.',
  }),
  'xds-cert': Flags.string({
    helpValue: 'FILE',
    dependsOn: ['xds-key'],
    description: 'The certificate to show a management server, in PEM.',
  }),
  'xds-key': Flags.string({
    helpValue: 'FILE',
    dependsOn: ['xds-cert'],
    description: 'The key of that certificate, in PEM.',
  }),
  'xds-server-name': Flags.string({
    helpValue: 'NAME',
    description: 'The name in the certificate of a management server, where that is not its host.',
  }),
  namespace: Flags.string({
    helpValue: 'WORD',
    description: 'The namespace of names such as WORD.filters.http.router; found from the input otherwise.',
  }),
};

/** @throws UsageError */
export async function outputName(name: string): Promise<string> {
  if (name !== '') return name;
  throw new UsageError('--output names no file', '- or no --output at all is standard output');
}

export const outputFlags = {
  output: Flags.string({
    char: 'o',
    helpValue: 'FILE',
    description: 'Write the result there: in one step for a regular file, directly to a pipe or device.',
    parse: outputName,
  }),
  'show-secrets': Flags.boolean({
    description: 'Print passwords and keys instead of <redacted>.',
  }),
};

/** For commands that are handed lists of changed files. */
export const skipFlag = {
  'skip-others': Flags.boolean({
    description:
      'Skip, with a note, named files that are no configurations or that the settings ignore: for lists of changed files.',
  }),
};

/** For reports that people read by the objects of their control plane. */
export const bySourceFlag = {
  by: Flags.option({
    options: ['source'] as const,
    description:
      'source: list what is found under the object that a control plane made it of, such as HTTPRoute shop/cart (text, markdown, html).',
  })(),
};

/** For commands that judge a fleet, node by node. */
export const byNodeFlag = {
  'by-node': Flags.boolean({
    exclusive: ['together'],
    description:
      'Take the files of each folder directly below an input as one configuration: a folder for each node of a fleet; a file that lies there itself is a node of its own.',
  }),
};

/** For commands that look at a configuration as a whole. */
export const followFlags = {
  follow: Flags.boolean({
    description:
      'Read the files that a configuration names for discovery (path, path_config_source) with it, as one configuration.',
  }),
  root: Flags.string({
    helpValue: 'DIR',
    dependsOn: ['follow'],
    description:
      "The folder that such files are looked up in and have to lie below; the configuration's own otherwise.",
  }),
};
