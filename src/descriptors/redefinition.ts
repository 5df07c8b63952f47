/** Whether a descriptor set says of a message of the proxy's API what no release of it says. */
import { historyOf } from '../schema/at-release.ts';
import { compiledMessage, hasTable } from '../schema/compiled.ts';
import { enumSpec } from '../schema/index.ts';
import { messageOfType } from '../schema/version.ts';
import { type Reference, typeOf } from './facts.ts';

/** Names that hide fields of version 2 in what early releases call version 3. */
const HIDDEN = /^hidden_/;

/** The first message or enum of version 3 that is not what the tables know, as a sentence; undefined where all are. */
export function redefinition({ messages, enums }: Reference): string | undefined {
  for (const [type, { fields }] of Object.entries(messages)) {
    const found = messageOfType(type);
    if (found === undefined || found.version === 'v2') continue;
    const { id } = found;
    if (!hasTable(id)) continue;
    const { byName } = compiledMessage(id, 'v3');
    const { fields: history = {} } = historyOf(id);
    for (const [name, field] of Object.entries(fields)) {
      if (HIDDEN.test(name)) continue;
      const said = typeOf(field.type);
      const [now, told] = [byName.get(name), history[name]];
      if (now === undefined && told === undefined)
        return `it redefines ${id}, a message of the proxy's API: no known release has its field ${name}`;
      const types = [now?.spec.type, ...(told?.was ?? []).map((before) => before.type)].filter(Boolean);
      if (types.length > 0 && !types.includes(said))
        return `it redefines ${id}, a message of the proxy's API: its field ${name} is ${said} there and ${now?.spec.type} in the API`;
    }
  }
  for (const [type, { values }] of Object.entries(enums)) {
    const found = messageOfType(type);
    const spec = found?.version === 'v3' ? enumSpec(found.id) : undefined;
    if (found === undefined || spec === undefined) continue;
    const { values: history = {} } = historyOf(found.id);
    for (const [name, number] of Object.entries(values)) {
      const now = spec.values[name];
      if (HIDDEN.test(name) || now?.number === number || (now === undefined && history[name] !== undefined))
        continue;
      return `it redefines ${found.id}, an enum of the proxy's API: its ${name} = ${number} is in no known release`;
    }
  }
  return undefined;
}
