/** The messages that a bootstrap of version 3 holds, each with the rest around it. */
import { parseTypeUrl } from '../../src/model/type-url.ts';
import { type CompiledField, compiledMessage } from '../../src/schema/compiled.ts';
import { type Data, ExactNumber } from '../../src/source/data.ts';
import type { Home } from './homes.ts';
import type { Fields } from './minimal.ts';

type Replace = (value: Data) => Data;

export function* messagesIn(bootstrap: Data): Generator<Home> {
  if (isFields(bootstrap)) yield* messages('Bootstrap', bootstrap, (value) => value);
}

function* messages(type: string, written: Fields, replace: Replace): Generator<Home> {
  const { bySpelling } = compiledMessage(type, 'v3');
  const entries = Object.entries(written).map(([key, value]) => [bySpelling.get(key), key, value] as const);
  const message = Object.fromEntries(entries.map(([field, key, value]) => [field?.name ?? key, value]));
  yield { type, message, around: replace };
  for (const [field, key, value] of entries)
    if (field !== undefined && field.gone !== true)
      yield* values(field, value, (changed) => replace({ ...message, [field.name ?? key]: changed }));
}

function* values(field: CompiledField, value: Data, replace: Replace): Generator<Home> {
  if (Array.isArray(value))
    for (const [at, item] of value.entries())
      yield* element(field, item, (changed) => replace(value.with(at, changed)));
  else if (field.shape === 'map' && isFields(value))
    for (const [key, item] of Object.entries(value))
      yield* element(field, item, (changed) => replace({ ...value, [key]: changed }));
  else yield* element(field, value, replace);
}

function* element({ element }: CompiledField, value: Data, replace: Replace): Generator<Home> {
  if (!isFields(value)) return;
  if (element.kind === 'message') yield* messages(element.name, value, replace);
  if (element.kind !== 'any') return;
  const { '@type': url, ...fields } = value;
  if (typeof url !== 'string') return;
  const { table, version } = parseTypeUrl(url);
  if (table === undefined || version !== 'v3') return;
  const typed: Replace = (changed) => replace(isFields(changed) ? { '@type': url, ...changed } : changed);
  yield* messages(table, fields, typed);
}

function isFields(value: Data): value is Fields {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
  );
}
