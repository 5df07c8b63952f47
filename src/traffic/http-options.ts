/** Which version of HTTP a cluster speaks. */
import { type BoundMessage, isObject } from '../model/bound.ts';

const TYPE = 'extensions.upstreams.http.v3.HttpProtocolOptions';

/** The typed options of version 3, beside which the proxy reads no older ones; it finds them by their key. */
export function typedHttpOptions(cluster: object): BoundMessage | undefined {
  const { typed_extension_protocol_options: options } = cluster as BoundMessage;
  const [, found] =
    Object.entries(isObject(options) ? options : {}).find(
      ([key, each]) => key.endsWith(`.${TYPE}`) && isObject(each) && each['@type'] === TYPE,
    ) ?? [];
  return isObject(found) ? found : undefined;
}

/** Whether its options name HTTP/3, and whether they leave the version to what the host agrees to by ALPN. */
export function newerHttp(cluster: object): { readonly isThird: boolean; readonly isAgreed: boolean } {
  const typed = typedHttpOptions(cluster) ?? {};
  const {
    explicit_http_config: explicit,
    use_downstream_protocol_config: downstream,
    auto_config: auto,
  } = typed;
  return {
    isThird: [explicit, downstream, auto].some(
      (config) => isObject(config) && config.http3_protocol_options !== undefined,
    ),
    isAgreed: auto !== undefined,
  };
}

/** Whether requests may go to the hosts of a cluster in HTTP/2. */
export function speaksHttpTwo(cluster: { readonly http2_protocol_options?: unknown }): boolean {
  const typed = typedHttpOptions(cluster);
  if (typed === undefined) return cluster.http2_protocol_options !== undefined;
  const {
    explicit_http_config: explicit,
    use_downstream_protocol_config: downstream,
    auto_config: auto,
  } = typed;
  return (
    auto !== undefined ||
    [explicit, downstream].some((config) => isObject(config) && config.http2_protocol_options !== undefined)
  );
}
