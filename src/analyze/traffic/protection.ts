/** What the proxy itself does to the connections on which requests come to a route configuration. */
import type { BoundMessage } from '../../model/bound.ts';
import { type Protection, protectionOf } from '../../model/transport.ts';
import { around, eachChild, type Frame, fieldsOn } from '../../model/walk.ts';
import { type Paths, pathsTo } from '../../schema/reach.ts';
import type { Subject } from '../subject.ts';

let paths: Paths | undefined;

/** For those written into filter chains; to be asked for through {@link Subject.shared}. */
export function protectionOfRoutes(subject: Subject): ReadonlyMap<BoundMessage, Protection> {
  paths ??= pathsTo(new Set(['RouteConfiguration']));
  const found = new Map<BoundMessage, Protection>();
  for (const document of subject.documents) {
    const { namespace } = document.configuration;
    const look = (frame: Frame): void => {
      const isRoutes = frame.type === 'RouteConfiguration';
      const protection = isRoutes ? protectionAround(frame, namespace) : undefined;
      if (protection !== undefined) found.set(frame.message, protection);
      if (!isRoutes) eachChild(frame, namespace, look, fieldsOn(paths, frame));
    };
    for (const frame of subject.frames(document)) look(frame);
  }
  return found;
}

/** What the filter chain that a message stands in does to the bytes of its connections; undefined in none. */
export function protectionAround(frame: Frame, namespace: string): Protection | undefined {
  const chain = around(frame, 'listener.FilterChain');
  return chain && protectionOf(chain.message, namespace);
}
