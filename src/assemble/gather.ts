/** What the parts hold: the bootstrap, and resources by kind and name, whatever container they stand in. */
import type { BoundMessage } from '../model/bound.ts';
import { sameContent } from '../model/content.ts';
import { shownAgain } from '../model/dump-copies.ts';
import type { Configuration, Root } from '../model/open.ts';
import { eachChild, type Frame, rootFrames } from '../model/walk.ts';

export const KINDS = [
  'Cluster',
  'Listener',
  'RouteConfiguration',
  'ClusterLoadAssignment',
  'Secret',
] as const;
export type Kind = (typeof KINDS)[number];

/** How messages call a kind. */
export const WORDS: { readonly [kind in Kind]: string } = {
  Cluster: 'cluster',
  Listener: 'listener',
  RouteConfiguration: 'route configuration',
  ClusterLoadAssignment: 'endpoints of',
  Secret: 'secret',
};

export interface Part {
  readonly message: BoundMessage;
  readonly namespace: string;
  readonly file: string;
}

export interface Parts {
  readonly bootstrap: Part | undefined;
  readonly resources: { readonly [kind in Kind]: ReadonlyMap<string, Part> };
  /** What cannot be taken, in words. */
  readonly left: readonly string[];
  /** Kinds of which something else than the bootstrap holds the whole list: a dump, or a discovery response. */
  readonly listed: ReadonlySet<Kind>;
}

const BOOTSTRAP = 'Bootstrap';
/** Sections of a dump, each with the kind that it lists. */
const SECTIONS: { readonly [type: string]: Kind } = {
  ClustersConfigDump: 'Cluster',
  ListenersConfigDump: 'Listener',
};

export function gatherParts(configurations: readonly Configuration[]): Parts {
  const gathering = new Gathering();
  for (const configuration of configurations)
    for (const root of configuration.roots) gathering.look(root, configuration);
  return gathering.done();
}

class Gathering {
  private bootstrap: Part | undefined;
  private readonly resources = new Map<Kind, Map<string, Part>>(KINDS.map((kind) => [kind, new Map()]));
  private readonly left: string[] = [];
  private readonly listed = new Set<Kind>();
  private nameless = 0;

  look(root: Root, { namespace, file }: Configuration): void {
    const again = shownAgain(root, namespace);
    const look = (frame: Frame): void => {
      const { type, message } = frame;
      const listed = SECTIONS[type];
      if (listed !== undefined) this.listed.add(listed);
      if (again.has(message)) return;
      const part = { message, namespace, file: file.name };
      const kind = KINDS.find((each) => each === type);
      if (kind !== undefined) this.take(kind, part, frame.parent?.type === 'DiscoveryResponse');
      else {
        if (type === BOOTSTRAP) this.takeBootstrap(part);
        if (type === 'route.VirtualHost' || type === 'route.Route')
          this.left.push(loose(type, message, file.name));
        else eachChild(frame, namespace, look);
      }
    };
    for (const frame of rootFrames(root)) look(frame);
  }

  private takeBootstrap(part: Part): void {
    if (this.bootstrap === undefined) this.bootstrap = part;
    else if (!sameContent(this.bootstrap.message, part.message))
      this.left.push(
        `the bootstrap of ${part.file}: that of ${this.bootstrap.file} counts; only its resources are taken`,
      );
  }

  private take(kind: Kind, part: Part, isListed: boolean): void {
    if (isListed) this.listed.add(kind);
    const { name = part.message.cluster_name } = part.message;
    const known = this.resources.get(kind);
    const given = typeof name === 'string' ? name : '';
    // Listeners may go without a name; everything else is found by it.
    const key = given !== '' ? given : kind === 'Listener' ? `\u0000${this.nameless++}` : '';
    if (key === '')
      this.left.push(`a ${WORDS[kind]} without a name in ${part.file}: nothing could refer to it`);
    const other = known?.get(key);
    if (other === undefined) known?.set(key, part);
    else if (!sameContent(other.message, part.message))
      this.left.push(
        `the ${WORDS[kind]} "${given}" of ${part.file}: ${other.file === part.file ? 'an earlier one of this name' : `that of ${other.file}`} counts, and says something else`,
      );
  }

  done(): Parts {
    const of = (kind: Kind): ReadonlyMap<string, Part> => this.resources.get(kind) ?? new Map();
    return {
      bootstrap: this.bootstrap,
      resources: {
        Cluster: of('Cluster'),
        Listener: of('Listener'),
        RouteConfiguration: of('RouteConfiguration'),
        ClusterLoadAssignment: of('ClusterLoadAssignment'),
        Secret: of('Secret'),
      },
      left: this.left,
      listed: this.listed,
    };
  }
}

function loose(type: string, { name }: BoundMessage, file: string): string {
  const what = type === 'route.Route' ? 'routes' : 'virtual hosts';
  const shown = typeof name === 'string' && name !== '' ? ` ("${name}")` : '';
  return `${what} of ${file}${shown}: they stand in no route configuration that a listener could name`;
}
