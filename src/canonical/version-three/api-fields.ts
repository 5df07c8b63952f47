/** Fields that speak of the API itself. */
import type { CompiledField } from '../../schema/compiled.ts';

/** Messages whose `type_url` is the type of what they are about. */
const TYPE_URL_HOLDERS: ReadonlySet<string> = new Set([
  'DiscoveryResponse',
  'DiscoveryRequest',
  'DeltaDiscoveryResponse',
  'DeltaDiscoveryRequest',
]);

/** Whether a field of a table holds a type URL. */
export function isTypeUrl(id: string, { name }: CompiledField): boolean {
  return name === 'type_url' && TYPE_URL_HOLDERS.has(id);
}
