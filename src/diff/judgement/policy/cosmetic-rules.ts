/** The rules for forms that differ and mean the same. */

import type { Cosmetic } from '../../facts/fact.ts';
import type { DiffRule } from './topic.ts';

const TEXTS: { readonly [cosmetic in Cosmetic]: { readonly mirror: Cosmetic; readonly why: string } } = {
  'default-written-out': {
    mirror: 'default-left-out',
    why: 'The value written is the one that holds without it.',
  },
  'default-left-out': { mirror: 'default-written-out', why: 'The value that was written holds without it.' },
  'deprecated-form': {
    mirror: 'deprecated-form',
    why: 'One side says in a deprecated form what the other says in the current one.',
  },
  'other-spelling': { mirror: 'other-spelling', why: 'A name or value is spelled in another way.' },
  'key-order': { mirror: 'key-order', why: 'The order of fields means nothing.' },
  'set-order': { mirror: 'set-order', why: 'The order of this list means nothing.' },
  'same-pattern': { mirror: 'same-pattern', why: 'Both patterns match the same texts.' },
  'same-value': { mirror: 'same-value', why: 'Both values mean the same here.' },
  'without-effect': {
    mirror: 'without-effect',
    why: 'As the rest stands it has no effect on either side.',
  },
  'added-by-proxy': {
    mirror: 'added-by-proxy',
    why: 'The running proxy adds it to what it shows in a dump.',
  },
  'fetched-by-proxy': {
    mirror: 'fetched-by-proxy',
    why: 'The other side has no place for it: a bootstrap holds nothing that the proxy fetches, and a management server sends nothing that a proxy is started with.',
  },
  'api-version': {
    mirror: 'api-version',
    why: 'One side is written in version 2 of the API, the other in version 3: names, types and deprecated forms differ.',
  },
};

export const cosmeticRules: readonly DiffRule[] = Object.entries(TEXTS).map(([id, { mirror, why }]) => ({
  id,
  level: 'cosmetic',
  mirror,
  why,
  message: '',
  fields: [],
}));
