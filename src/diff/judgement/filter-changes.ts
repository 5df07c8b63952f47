/** Which HTTP filters differ: they may answer other requests, or change them, so that no requests are called equal. */
import type { Step } from '../facts/fact.ts';
import type { ResourceFact } from '../facts/facts.ts';

/** Filters of a connection manager that are not the same on both sides. */
export interface FilterDifference {
  readonly where: string;
  readonly reason: string;
}

/** One for each filter of a resource that came, went, moved or has other settings. */
export function filterDifferences(facts: readonly ResourceFact[]): readonly FilterDifference[] {
  const found = new Map<string, FilterDifference>();
  for (const { step, resource, cosmetic } of facts) {
    if (cosmetic !== undefined) continue;
    const name = filterOf(step);
    if (name === undefined) continue;
    const where = `${resource.type} ${JSON.stringify(resource.name)}`;
    const what = name === '' ? 'its HTTP filters differ' : `its HTTP filter ${JSON.stringify(name)} differs`;
    const reason = `${what}: other requests may be answered by it, or changed, before a route counts`;
    found.set(JSON.stringify([where, name]), { where, reason });
  }
  return [...found.values()];
}

/** The filter of a chain that a fact is about; empty where it is about the chain as a whole. */
function filterOf(step: Step | undefined): string | undefined {
  let entry = '';
  for (let at = step; at !== undefined; at = at.up) {
    if (at.kind === 'entry') entry = at.name;
    else if (isChain(at)) return entry;
  }
  return undefined;
}

function isChain({ type, name }: Step): boolean {
  if (type === 'HttpConnectionManager') return name === 'http_filters';
  return type === 'HttpConnectionManager.UpgradeConfig' && name === 'filters';
}
