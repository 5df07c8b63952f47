/** Fields that speak of the API itself. */
import type { CompiledField } from '../../schema/compiled.ts';

/** Fields whose text is a type URL. */
const TYPE_URL_FIELDS: ReadonlySet<string> = new Set([
  'DiscoveryResponse.type_url',
  'DiscoveryRequest.type_url',
  'DeltaDiscoveryResponse.type_url',
  'DeltaDiscoveryRequest.type_url',
]);

/** Whether a field of a table holds a type URL. */
export function isTypeUrl(id: string, { name }: CompiledField): boolean {
  return TYPE_URL_FIELDS.has(`${id}.${name}`);
}

/** Whether a field says who has to speak which version. */
export function isApiVersion({ element }: CompiledField): boolean {
  return element.kind === 'enum' && element.name === 'core.ApiVersion';
}
