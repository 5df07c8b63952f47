/** What a running proxy adds to the resources that it shows in a dump makes no difference to what it was given. */
import type { OpenMessage } from '../../model/bound.ts';
import { lookup } from '../../source/lookup.ts';
import type { Found } from '../resources/found.ts';
import type { Comparison } from './compare.ts';
import { spotOf } from './compare.ts';
import type { SideRoot } from './side.ts';

const ADDED: { readonly [type: string]: readonly string[] } = {
  'core.Node': [
    'build_version',
    'user_agent_name',
    'user_agent_version',
    'user_agent_build_version',
    'extensions',
    'client_features',
    'listening_addresses',
    'hidden_envoy_deprecated_build_version',
  ],
  Listener: ['name'],
};

/** Both halves without fields that only the dump of a running proxy has. */
export function withoutProxysOwn(
  comparison: Comparison,
  before: Found,
  after: Found,
  one: SideRoot,
  two: SideRoot,
): readonly [SideRoot, SideRoot] {
  const fields = lookup(ADDED, before.frame.type);
  if (fields === undefined || before.isDumped === after.isDumped) return [one, two];
  const dumped = before.isDumped ? one : two;
  const given = before.isDumped ? two : one;
  const message: OpenMessage = { ...dumped.frame.message };
  for (const field of fields) {
    if (given.frame.message[field] !== undefined || message[field] === undefined) continue;
    delete message[field];
    comparison.cosmetic({
      kind: before.isDumped ? 'removed' : 'added',
      step: { up: undefined, type: before.frame.type, kind: 'field', name: field },
      ...(before.isDumped
        ? { before: spotOf(one, field, one.frame.message[field]) }
        : { after: spotOf(two, field, two.frame.message[field]) }),
      cosmetic: 'added-by-proxy',
    });
  }
  const stripped: SideRoot = { ...dumped, frame: { ...dumped.frame, message } };
  return before.isDumped ? [stripped, two] : [one, stripped];
}
