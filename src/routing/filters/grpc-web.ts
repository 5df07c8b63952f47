/** gRPC-Web: filters behind it see gRPC; the route was chosen before. */
import type { BoundMessage } from '../../model/bound.ts';
import { withHeaders } from '../request/request.ts';
import { type FilterVisit, passed, type Verdict } from './filter.ts';

const TYPES = /^application\/grpc-web(?:-text)?(?:\+proto)?$/;

export function grpcWeb(_: BoundMessage, { request }: FilterVisit): Verdict {
  const type = request.header('content-type');
  if (type === undefined || !TYPES.test(type)) return passed('the request is no gRPC-Web');
  const { 'content-length': _length, ...headers } = request.request.headers;
  const made = withHeaders(
    { ...request.request, headers },
    { 'content-type': 'application/grpc', te: 'trailers' },
  );
  return { effect: 'changed', why: 'it makes gRPC of gRPC-Web', request: made };
}
