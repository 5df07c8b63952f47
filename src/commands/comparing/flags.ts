/** The flags of `diff`. */
import { Flags, type Interfaces } from '@oclif/core';
import { diffFormats } from '../../report/diff/formats.ts';
import { bySourceFlag, followFlags, outputFlags, readFlags } from '../flags.ts';
import { manyFlags } from '../many/many-command.ts';
import { DIFF_FAIL_CHOICES } from './fail-level.ts';

export const diffFlags = {
  format: Flags.option({
    options: diffFormats,
    default: 'text' as const,
    description:
      'For people, programs, review comments, CI logs, code scanning, CI servers; html: one page to look at; patch: RFC 6902 of the normalized forms.',
  })(),
  ...outputFlags,
  git: Flags.boolean({
    description: 'Compare what git says changed since BASE, in the working tree or in HEAD.',
  }),
  together: Flags.boolean({ description: 'Take each directory as one configuration.' }),
  'by-node': Flags.boolean({
    exclusive: ['together', 'git'],
    description:
      'Compare a fleet node by node, and say each change once, with the nodes that have it: a folder (or file) directly below A and B for each node, or with management servers a --node for each.',
  }),
  behaviour: Flags.option({
    options: ['all', 'destination', 'none'] as const,
    default: 'all' as const,
    description: 'Which differences of requests count: all, only where they go, or none.',
  })(),
  'show-cosmetic': Flags.boolean({ description: 'List what differs in form only as well.' }),
  ...bySourceFlag,
  'side-by-side': Flags.boolean({ description: 'Show the lines of both sides beside each other.' }),
  'emit-tests': Flags.string({
    helpValue: 'FILE',
    description:
      'Write the requests that are handled differently as tests of the second side, for cfgtool test.',
  }),
  properties: Flags.string({
    helpValue: 'FILE',
    multiple: true,
    multipleNonGreedy: true,
    description:
      'Say which properties of the file (docs/prove.md) are proved on one side only; may be repeated.',
  }),
  'fail-on': Flags.option({
    options: DIFF_FAIL_CHOICES,
    helpValue: 'LEVEL',
    description:
      'The level from which on a change makes the exit code 1: breaking, warning, info (the default), cosmetic, none.',
  })(),
  accept: Flags.boolean({
    description:
      'Accept everything that is shown: write its fingerprints to .cfgtool-accepted, so that later runs show only what is new.',
  }),
  accepted: Flags.string({
    helpValue: 'FILE',
    description: 'The file of accepted differences, instead of .cfgtool-accepted.',
  }),
  pager: Flags.boolean({
    allowNo: true,
    default: true,
    description: 'Page long text on a terminal through $PAGER.',
  }),
  ...manyFlags,
  ...readFlags,
  node: Flags.string({
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'ID',
    description:
      'The id of the node whose resources a management server (xds://HOST:PORT) is asked for; several with --by-node.',
  }),
  ...followFlags,
};

export type DiffFlags = Interfaces.InferredFlags<typeof diffFlags>;
