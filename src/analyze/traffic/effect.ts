/** What a route does with its requests, in words, and how that differs from route to route. */

import { sameContent } from '../../model/content.ts';
import { fill } from '../../model/fill.ts';
import { firstDifference } from '../../model/same.ts';
import type { Message } from '../../schema/types.ts';
import { lowerMatch } from '../../traffic/predicate.ts';
import { quoted } from '../../traffic/words.ts';
import { listed } from '../listed.ts';

type Route = Message<'route.Route'>;

/** What requests meet that go to another route than the one that was meant for them. */
export interface Difference {
  /** `cluster "a"`, `cluster "a" with another route.timeout`. */
  readonly meets: string;
  /** `cluster "b"`, or `what it says`. */
  readonly meant: string;
}

/** Undefined where both do the same with every request. */
export function differenceOf(route: Route, taker: Route, namespace: string): Difference | undefined {
  // Different clusters are the usual case, and need no defaults.
  const [ownCluster, otherCluster] = [route.route?.cluster, taker.route?.cluster];
  if (ownCluster && otherCluster && ownCluster !== otherCluster)
    return { meets: actionWords(taker), meant: actionWords(route) };
  const [own, other] = [route, taker].map((each) => effectOf(each, namespace));
  if (sameContent(own, other) && (!rewritesMatch(route) || samePathRule(route, taker))) return undefined;
  const [ownAction, otherAction] = [actionWords(route), actionWords(taker)];
  if (ownAction !== otherAction) return { meets: otherAction, meant: ownAction };
  const field = firstDifference(own, other) ?? 'path as rewritten';
  return { meets: `${otherAction} with another ${field}`, meant: 'what it says' };
}

/** A route without its conditions and its label, defaults filled in. */
function effectOf(route: Route, namespace: string): unknown {
  const {
    match: _,
    name: __,
    ...rest
  } = fill({ message: route, type: 'route.Route' }, { namespace, onlyWritten: false });
  return rest;
}

/** Whether what is sent depends on how much of the path the match takes (fact 35). */
function rewritesMatch({ route, redirect }: Route): boolean {
  return route?.prefix_rewrite !== undefined || redirect?.prefix_rewrite !== undefined;
}

function samePathRule(left: Route, right: Route): boolean {
  const [one, other] = [left, right].map(({ match }) => ({ ...lowerMatch(match).path, fold: false }));
  return sameContent(one, other);
}

/** Where requests of a route end. */
function actionWords({ route, redirect, direct_response: direct, filter_action: filter }: Route): string {
  if (route !== undefined) {
    if (route.cluster !== undefined) return `cluster ${quoted(route.cluster)}`;
    if (route.cluster_header !== undefined) return `the cluster that header ${route.cluster_header} names`;
    const names = (route.weighted_clusters?.clusters ?? []).map(({ name = '', cluster_header: header }) =>
      header === undefined ? quoted(name) : `named by header ${header}`,
    );
    if (names.length === 0) return 'an action without a cluster';
    return `${names.length === 1 ? 'cluster' : 'clusters'} ${listed(names)}`;
  }
  if (redirect !== undefined) {
    const { host_redirect: host, path_redirect: path, prefix_rewrite: prefix } = redirect;
    const parts = [
      ...(host === undefined ? [] : [`host ${quoted(host)}`]),
      ...(path === undefined ? [] : [`path ${quoted(path)}`]),
      ...(prefix === undefined ? [] : [`prefix ${quoted(prefix)}`]),
      ...(redirect.https_redirect === true ? ['https'] : []),
    ];
    return parts.length === 0 ? 'a redirect' : `a redirect to ${parts.join(', ')}`;
  }
  if (direct !== undefined) return `status ${direct.status ?? 0}`;
  return filter === undefined ? 'nothing' : 'an HTTP filter';
}
