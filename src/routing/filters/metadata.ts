/** Conditions on metadata: what earlier filters left, or what stands in the route. */
import type { BoundMessage } from '../../model/bound.ts';
import type { Data } from '../../source/data.ts';
import { holdsIn, namespaceOf } from '../match/metadata.ts';
import type { Answer } from '../regex/regexes.ts';
import type { FilterVisit } from './filter.ts';

/** Whether a MetadataMatcher holds. @param ofRoute it looks at the metadata of the route */
export function metadataHolds(matcher: BoundMessage, visit: FilterVisit, ofRoute = false): Answer {
  const namespace = namespaceOf(matcher);
  const found = ofRoute ? routeMetadata(namespace, visit) : dynamicMetadata(namespace, visit);
  if (typeof found === 'object' && found !== null && 'undecided' in found) return found;
  return holdsIn(matcher, found?.data, visit.regexes);
}

type Found = { readonly data: Data | undefined } | undefined | { readonly undecided: string };

function dynamicMetadata(namespace: string, { metadata, openMetadata }: FilterVisit): Found {
  const data = metadata.get(namespace);
  if (data !== undefined) return { data };
  if (openMetadata === undefined) return undefined;
  const asked = `the dynamic metadata ${JSON.stringify(namespace)}`;
  return { undecided: `it asks about ${asked}, which ${openMetadata} (dynamic_metadata of --request)` };
}

function routeMetadata(namespace: string, { route }: FilterVisit): Found {
  if (route.kind === 'none' || route.kind === 'tls') return undefined;
  return { data: route.visit.route.metadata?.filter_metadata?.[namespace] };
}
