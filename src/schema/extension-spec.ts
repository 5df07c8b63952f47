/** How a known extension is described. */
import type { MessageName } from './types.ts';

export type ExtensionKind =
  | 'network filter'
  | 'http filter'
  | 'listener filter'
  | 'access log'
  | 'transport socket'
  | 'stats sink'
  | 'tracer'
  | 'cluster type'
  | 'retry priority'
  | 'retry host predicate'
  | 'resource monitor'
  | 'health checker';

export interface ExtensionSpec {
  /** Current name without the namespace, such as `filters.network.http_connection_manager`. */
  readonly name: string;
  /** Older names, without the namespace, such as `http_connection_manager`. */
  readonly older: readonly string[];
  /** Where it is used: which message's `name` selects it. */
  readonly kind: ExtensionKind;
  /** Full name of the message its configuration is, where it is the same wherever it stands and a table exists. */
  readonly config?: MessageName;
  /** Its configuration's type as a type URL writes it, without the namespace, where there is no table. */
  readonly typeName?: string;
  /** Message of its per-route configuration (`per_filter_config`), where a table exists. */
  readonly perRoute?: MessageName;
  /** Its per-route configuration's type, without the namespace, where there is no table. */
  readonly perRouteTypeName?: string;
  /** Type of the options that a cluster holds for it (`extension_protocol_options`), without the namespace. */
  readonly protocolOptionsTypeName?: string;
}
