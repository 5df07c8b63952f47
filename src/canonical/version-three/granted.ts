/**
 * What version 2 takes for granted and version 3 takes otherwise, said as version 3 needs it (docs/routing.md, facts 22,
 * 29, 46 and 78).
 */
import type { OpenMessage } from '../../model/bound.ts';

const GRANTED: { readonly [id: string]: (made: OpenMessage) => void } = {
  'route.HeaderMatcher': presence,
  'route.QueryParameterMatcher': presence,
  'route.RedirectAction': (made) => {
    const { path_redirect: path } = made;
    if (typeof path === 'string' && path !== '' && !path.includes('?')) made.strip_query = true;
  },
  'route.RouteAction': (made) => {
    const isNamed = typeof made.cluster_header === 'string' && made.cluster_header !== '';
    if (isNamed) made.cluster_not_found_response_code = 'NOT_FOUND';
  },
};

/** @param made a message of version 2 that is being spelled in version 3 */
export function sayGranted(made: OpenMessage, id: string): void {
  GRANTED[id]?.(made);
}

/** Whatever it says, it asks for presence. */
function presence(made: OpenMessage): void {
  if (made.present_match === false) made.present_match = true;
}
