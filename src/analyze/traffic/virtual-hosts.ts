/** The virtual hosts that one route configuration holds, each group by itself. */

import { compiledMessage } from '../../schema/compiled.ts';
import type { Message } from '../../schema/types.ts';
import type { Definition } from '../clusters/definitions.ts';
import type { Subject } from '../subject.ts';

/** To be asked for through {@link Subject.shared}. Virtual hosts that stand bare in one document count as a group. */
export function virtualHostGroups(
  subject: Subject,
): readonly (readonly Definition<Message<'route.VirtualHost'>>[])[] {
  const field = compiledMessage('RouteConfiguration').byName.get('virtual_hosts');
  return subject.routing.routes.flatMap(({ routeConfiguration, rootOf }) => {
    const groups = new Map<unknown, Definition<Message<'route.VirtualHost'>>[]>();
    routeConfiguration.virtual_hosts?.forEach((message, index) => {
      const document = subject.documentOf(rootOf(index));
      const parent = { message: routeConfiguration, type: 'RouteConfiguration' };
      const frame = {
        message,
        type: 'route.VirtualHost',
        parent,
        index,
        ...(field === undefined ? {} : { field }),
      };
      const group = groups.get(document);
      const definition = { document, frame, message, name: message.name ?? '', isDumped: false };
      if (group === undefined) groups.set(document, [definition]);
      else group.push(definition);
    });
    return [...groups.values()];
  });
}
