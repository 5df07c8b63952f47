/** Filters that make gRPC of other requests. What is behind them sees gRPC. */
import { type BoundMessage, isObject } from '../../model/bound.ts';
import { isGrpcType, type Request, withHeaders, withoutHeaders } from '../request/request.ts';
import { type FilterVisit, ofType, passed, readAs, skipped, type Verdict } from './filter.ts';

const WEB_TYPES = /^application\/grpc-web(?:-text)?(?:\+proto)?$/;
const LENGTH: ReadonlySet<string> = new Set(['content-length']);

/** The route was chosen before, by the type that the client sent. */
export function grpcWeb(_: BoundMessage, { request }: FilterVisit): Verdict {
  const type = request.header('content-type');
  if (type === undefined || !WEB_TYPES.test(type)) return passed('the request is no gRPC-Web');
  const made = withHeaders(withoutHeaders(request.request, LENGTH), {
    'content-type': 'application/grpc',
    te: 'trailers',
    'grpc-accept-encoding': 'identity',
  });
  return { effect: 'changed', why: 'it makes gRPC of gRPC-Web', request: made };
}

const PROTOBUF = 'application/x-protobuf';

/** Over which version of HTTP a request comes is not told, and gRPC usually comes over HTTP/2, where the query stays. */
export function grpcHttp1Bridge(config: BoundMessage, { request }: FilterVisit): Verdict {
  const { upgrade_protobuf_to_grpc: upgrades, ignore_query_parameters: cuts } =
    readAs('grpc_http1_bridge.Config', config) ?? {};
  const type = request.header('content-type') ?? '';
  const isUpgraded = upgrades === true && type === PROTOBUF;
  if (!isUpgraded && !isGrpcType(type)) return passed('the request is no gRPC');
  const asGrpc: Request = isUpgraded
    ? withHeaders(withoutHeaders(request.request, LENGTH), { 'content-type': 'application/grpc' })
    : request.request;
  const anew = isUpgraded ? { clearsRoute: true } : {};
  const why = isUpgraded ? 'it makes gRPC of protobuf' : 'it cuts off the query';
  if (cuts === true && request.barePath !== request.rawPath) {
    const that = 'the request comes over HTTP/1.1, where it cuts off the query (ignore_query_parameters)';
    return { effect: 'assumed', why, that, request: { ...asGrpc, path: request.barePath }, ...anew };
  }
  if (!isUpgraded) return passed('it only looks at the response');
  return { effect: 'changed', why, request: asGrpc, ...anew };
}

/** JSON for methods that its descriptors name becomes gRPC; which paths these are is not worked out here. */
export function grpcJsonTranscoder(config: BoundMessage, visit: FilterVisit): Verdict {
  const { services, request_validation_options: options } =
    ofType('GrpcJsonTranscoder', visit.settings[0]) ?? config;
  if (!Array.isArray(services) || services.length === 0) return skipped('it has no services here');
  if (isGrpcType(visit.request.header('content-type'))) return passed('the request is gRPC already');
  if (isObject(options) && options.reject_unknown_method === true)
    return { effect: 'open', why: 'it answers what is no method in its descriptors (reject_unknown_method)' };
  return {
    effect: 'assumed',
    why: 'it may make gRPC of the request, with another path and perhaps another route',
    that: 'the path is that of no method in its descriptors',
  };
}
