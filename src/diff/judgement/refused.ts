/** The changes that new errors are. */
import { shortName } from '../../model/describe.ts';
import type { Change, Level } from '../change.ts';
import type { Refusal } from '../refused.ts';
import { REFUSED, refusedRule } from './policy/refused-rule.ts';

/** `Cluster shop: `, for those who see the sentence alone. */
function whose(resource: Refusal['finding']['resource']): string {
  return resource === undefined ? '' : `${resource.type} ${resource.name}`.trim().concat(': ');
}

/** @param print makes the fingerprint of what it is given */
export function refusedChange(
  { finding, path, root }: Refusal,
  level: Level,
  print: (parts: readonly string[]) => string,
): Change {
  const { rule, message, fingerprint, resource, file, api, range, pointer, document, embedded } = finding;
  const place = {
    file,
    api,
    range,
    pointer,
    ...(document === undefined ? {} : { document }),
    ...(embedded === undefined ? {} : { embedded }),
  };
  return {
    rule: REFUSED,
    level,
    kind: 'added',
    resource: resource ?? { type: shortName(root.type), name: '' },
    within: [],
    path,
    before: null,
    // What is wrong is said by the message: the value may be a secret, or missing.
    after: { value: null, origin: 'written', ...place },
    fingerprint: print([REFUSED, fingerprint]),
    message: `${whose(resource)}${message} (${rule})`,
    reason: refusedRule.why,
  };
}
