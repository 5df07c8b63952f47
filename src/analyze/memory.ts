/**
 * What is still true of a configuration in its next version: an edit changes one resource, and what was said of the
 * others, which read the same, is not worked out again. Nothing here is believed that could follow from anything else
 * than the text of the resource and what stands beside it in the key.
 */
import { NODE, versionOf } from '../model/bound.ts';
import { type CleanTexts, startRememberedTexts } from '../model/clean-texts.ts';
import type { Root } from '../model/open.ts';
import type { Verdict } from '../routing/all/index.ts';
import type { FoundRoutes } from '../routing/where/found-routes.ts';
import type { Message } from '../schema/types.ts';
import { ownText } from '../source/own-text.ts';
import { endOf, startOf } from '../source/tree.ts';
import { whyUndecidable } from '../traffic/host-options.ts';

type VirtualHost = Message<'route.VirtualHost'>;

export interface Memory {
  /** Resources in which rules about single messages found nothing. */
  readonly resources: CleanTexts;
  /** Verdicts on the routes of virtual hosts. */
  readonly verdicts: KnownVerdicts;
}

export interface KnownVerdicts {
  /** Undefined where nothing is known of a virtual host that reads the same. */
  of(found: FoundRoutes, host: number): readonly Verdict[] | undefined;
  note(found: FoundRoutes, host: number, verdicts: readonly (Verdict | undefined)[]): void;
}

export function startMemory(): Memory {
  return { resources: startRememberedTexts(), verdicts: startVerdicts() };
}

interface Known {
  readonly key: HostKey;
  readonly verdicts: readonly Verdict[];
}

/** What the verdicts on a virtual host follow from. */
interface HostKey {
  readonly text: string;
  /** Conditions as they count, with what runtime layers make of them. */
  readonly conditions: string;
  /** The domains of all virtual hosts of its route configuration, and how they are compared: what comes to one does not come to another. */
  readonly domains: string;
}

function startVerdicts(): KnownVerdicts {
  const byPlace = new Map<string, Known>();
  const domains = new WeakMap<FoundRoutes, string>();
  const domainsOf = (found: FoundRoutes): string => {
    const known =
      domains.get(found) ??
      JSON.stringify([
        found.routeConfiguration.ignore_port_in_host_matching ?? false,
        found.routeConfiguration.virtual_hosts?.map((host) => host.domains ?? []) ?? [],
      ]);
    domains.set(found, known);
    return known;
  };
  const hostKey = (found: FoundRoutes, host: number): HostKey | undefined => {
    const virtualHost = found.routeConfiguration.virtual_hosts?.[host];
    const text = virtualHost && hostText(found.rootOf(host), virtualHost);
    if (virtualHost === undefined || text === undefined) return undefined;
    const isWritten = virtualHost === found.written.virtual_hosts?.[host];
    return {
      text,
      conditions: conditionsOf(virtualHost, found.namespace, isWritten),
      domains: domainsOf(found),
    };
  };
  const placeOf = ({ name, file }: FoundRoutes, host: number): string =>
    JSON.stringify([file.name, name, host]);
  return {
    of(found, host) {
      const known = byPlace.get(placeOf(found, host));
      const key = known && hostKey(found, host);
      if (known === undefined || key === undefined) return undefined;
      const { text, conditions, domains: all } = known.key;
      return text === key.text && conditions === key.conditions && all === key.domains
        ? known.verdicts
        : undefined;
    },
    note(found, host, verdicts) {
      // What hides a route is told with requests that are made anew, and what stays open may be decided next time.
      const settled = verdicts.filter((each) => each?.kind === 'alive' || each?.kind === 'never');
      if (settled.length < verdicts.length) return;
      const key = hostKey(found, host);
      if (key !== undefined)
        byPlace.set(placeOf(found, host), { key: { ...key, text: ownText(key.text) }, verdicts: settled });
    },
  };
}

/** Undefined where more counts than is written there. */
function hostText(
  { tree }: Root,
  virtualHost: VirtualHost & { readonly [NODE]?: number },
): string | undefined {
  const at = virtualHost[NODE];
  if (at === undefined || tree.aliases.size > 0 || tree.tags.size > 0) return undefined;
  return tree.text.slice(startOf(tree, at), endOf(tree, at));
}

/** @param isWritten whether runtime layers leave it as it is, so that its text says all */
function conditionsOf(virtualHost: VirtualHost, namespace: string, isWritten: boolean): string {
  const { routes = [], require_tls: tls } = virtualHost;
  const matches = routes.map(({ match }) => [match, match === undefined ? undefined : whyUndecidable(match)]);
  const unmodelled = isWritten ? matches.find(([, reason]) => reason !== undefined)?.[1] : matches;
  return JSON.stringify([namespace, versionOf(virtualHost), tls, unmodelled]);
}
