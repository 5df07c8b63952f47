/** Where an outcome shows the own name of a renamed cluster, which makes it another one. */
import { sendsTo } from '../../../traffic/action.ts';
import type { NamesOfSide } from '../../cluster-names.ts';
import type { Route } from '../served-host.ts';

type Action = NonNullable<Route['route']>;

/** Formats that may show the name of the cluster. */
const SHOWN = /UPSTREAM_CLUSTER|\bcluster_name\b|COALESCE/;

/** Header values that show the name of the cluster are other ones under a new name. */
export function namesInHeaders(
  effect: string,
  action: Action | undefined,
  names: NamesOfSide,
): readonly string[] {
  return action !== undefined && SHOWN.test(effect) ? renamedIn(action, names) : [];
}

/** The renamed clusters that a route may send to, as they are written. */
export function renamedIn(action: Action, { isRenamed }: NamesOfSide): readonly string[] {
  return sendsTo(action).flatMap(({ cluster = '' }) => (cluster !== '' && isRenamed(cluster) ? cluster : []));
}

/** A text with the names that it depends on, where there are any. */
export function withNames(text: string, names: readonly string[]): string {
  return names.length === 0 ? text : `${text}${JSON.stringify(names)}`;
}
