/** The namespaces of two inputs. */

import { DEFAULT_NAMESPACE } from '../../model/namespace.ts';
import type { Configuration } from '../../model/open.ts';

/** An input that shows none is taken to have the word of the other one. */
export function namespacesOf(
  before: readonly Configuration[],
  after: readonly Configuration[],
): { readonly before: string; readonly after: string } {
  const [first, second] = [shown(before), shown(after)];
  const assumed = before[0]?.namespace ?? after[0]?.namespace ?? DEFAULT_NAMESPACE;
  return { before: first ?? second ?? assumed, after: second ?? first ?? assumed };
}

function shown(configurations: readonly Configuration[]): string | undefined {
  return configurations.find(({ namespaceIsAssumed }) => !namespaceIsAssumed)?.namespace;
}
