/** Routes and virtual hosts as a picture names them. */

import { pathRuleText } from '../../routing/match/path.ts';
import type { Message } from '../../schema/types.ts';
import { counted } from '../../source/counted.ts';

/** `prefix "/search" and 2 conditions` */
export function matchWords(route: Message<'route.Route'>): string {
  const { match } = route;
  const { headers = [], query_parameters: query = [], runtime_fraction: fraction, grpc } = match ?? {};
  const more =
    headers.length + query.length + (fraction === undefined ? 0 : 1) + (grpc === undefined ? 0 : 1);
  const conditions = more === 0 ? '' : ` and ${counted(more, 'condition')}`;
  return `${pathRuleText(match)}${conditions}`;
}

/** Domains, the first few of them. */
export function domainWords({ domains = [] }: Message<'route.VirtualHost'>): string {
  const shown = domains.slice(0, 3).join(', ');
  return domains.length > 3 ? `${shown} and ${domains.length - 3} more` : shown;
}
