/** Route configurations to which every request comes over TLS that the proxy itself ends. */
import type { BoundMessage } from '../../model/bound.ts';
import { eachChild, type Frame } from '../../model/walk.ts';
import { type Paths, pathsTo } from '../../schema/reach.ts';
import type { Subject } from '../subject.ts';

let paths: Paths | undefined;

/** Those written into filter chains with TLS; to be asked for through {@link Subject.shared}. */
export function routesBehindTls(subject: Subject): ReadonlySet<BoundMessage> {
  paths ??= pathsTo(new Set(['RouteConfiguration']));
  const found = new Set<BoundMessage>();
  for (const document of subject.documents) {
    const { word } = document.configuration;
    const look = (frame: Frame): void => {
      if (frame.type !== 'RouteConfiguration') eachChild(frame, word, look, paths?.get(frame.type) ?? []);
      else if (isBehindTls(frame)) found.add(frame.message);
    };
    for (const frame of subject.frames(document)) look(frame);
  }
  return found;
}

/** Whether a message stands in a filter chain whose connections are encrypted. */
export function isBehindTls(frame: Frame): boolean {
  for (let at: Frame | undefined = frame; at !== undefined; at = at.parent)
    if (at.type === 'listener.FilterChain')
      return at.message.tls_context !== undefined || at.message.transport_socket !== undefined;
  return false;
}
