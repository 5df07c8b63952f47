/** Requests for sentences: what in them is secret is marked as such. */
import { secretly, secretlyIf } from '../../source/secret-marks.ts';
import { isCredentialHeader, isSecretName } from '../../source/secret-names.ts';
import type { Request } from './request.ts';

/** A path or URL in which the values of parameters are marked that are called like secrets. */
export function withMarkedQuery(path: string): string {
  const at = path.indexOf('?');
  if (at === -1) return path;
  return (
    path.slice(0, at) +
    path
      .slice(at)
      .replace(PARAMETER, (whole, before: string, name: string, value: string) =>
        isSecretName(name) ? `${before}${name}=${secretly(value)}` : whole,
      )
  );
}

const PARAMETER = /([?&])([^?&=#]*)=([^&#]*)/g;

/** A request whose secrets are marked, for sentences. */
export function markedRequest(request: Request): Request {
  const { headers, repeated } = request;
  const marked = (all: Request['headers']) =>
    Object.fromEntries(
      Object.entries(all).map(([name, value]) => [name, secretlyIf(isCredentialHeader(name), value)]),
    );
  return {
    ...request,
    path: withMarkedQuery(request.path),
    headers: marked(headers),
    ...(repeated === undefined
      ? {}
      : {
          repeated: Object.fromEntries(
            Object.entries(repeated).map(([name, values]) => [
              name,
              values.map((value) => secretlyIf(isCredentialHeader(name), value)),
            ]),
          ),
        }),
  };
}
