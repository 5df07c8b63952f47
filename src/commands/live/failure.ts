/** Why a running proxy could not be asked, and what to do about it. */
import type { IncomingMessage } from 'node:http';
import { InputError } from '../../source/errors.ts';
import { systemCode } from '../../source/file-problem.ts';
import { DUMP_PATH, type LiveAddress, shownInput } from '../../source/live.ts';
import { lookup } from '../../source/lookup.ts';

/** What can go wrong with an answer, beside what the system says of the connection. */
export type LiveProblem = 'silent' | 'slow' | 'large' | 'short' | 'damaged' | 'told';

export class LiveFailure extends Error {
  readonly problem: LiveProblem;
  readonly hint: string | undefined;

  constructor(problem: LiveProblem, message: string = problem, hint?: string) {
    super(message);
    this.problem = problem;
    this.hint = hint;
  }
}

const REACH = 'check host and port (admin.address in its bootstrap), and whether it runs';
const CREDENTIALS = 'name it with credentials: http://USER:PASSWORD@HOST:PORT';

/** Why an answer is none, going by its status; undefined where it is one. */
export function statusFailure({ statusCode = 0, headers }: IncomingMessage): LiveFailure | undefined {
  if (statusCode === 200) return undefined;
  const told = (message: string, hint?: string) => new LiveFailure('told', message, hint);
  if (statusCode >= 300 && statusCode < 400) {
    const to = headers.location === undefined ? 'elsewhere' : shownInput(headers.location);
    return told(
      `it redirects (${statusCode}) to ${to}, and cfgtool follows no redirects`,
      'name that address, if it is the one you mean',
    );
  }
  if (statusCode === 401) return told('it asks for credentials (401)', CREDENTIALS);
  if (statusCode === 403)
    return told(
      'it refuses access (403)',
      'ask whoever runs it; the admin interface may be open to its own machine only',
    );
  if (statusCode === 404)
    return told(
      'it knows no such path (404)',
      `the admin interface of the proxy has ${DUMP_PATH}; http://HOST:PORT alone asks for that`,
    );
  return told(
    `it answers with status ${statusCode}`,
    statusCode >= 500 ? 'look at its log, and try again' : REACH,
  );
}

const TEXTS = /^(?:application|text)\/(?:[\w.-]+\+)?(?:json|x-yaml|yaml|plain|octet-stream)$/;

/** Why an answer is no configuration, going by what it says of itself; undefined where it may be one. */
export function typeFailure({ headers }: IncomingMessage): LiveFailure | undefined {
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const encoding = (headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding !== 'identity' && encoding !== 'gzip')
    return new LiveFailure(
      'told',
      `it packs its answer as ${encoding}, which cfgtool did not ask for`,
      'name the address of the proxy itself',
    );
  if (type === '' || TEXTS.test(type)) return undefined;
  const what = type === 'text/html' ? 'a web page (text/html)' : type;
  return new LiveFailure(
    'told',
    `it answers with ${what}, not with a configuration`,
    `name the admin address of a proxy, or the path of a dump such as ${DUMP_PATH}`,
  );
}

/** What ended the reading of an answer. */
export function bodyFailure(error: unknown, isPacked: boolean): unknown {
  if (error instanceof LiveFailure) return error;
  const code = systemCode(error) ?? '';
  if (isPacked && code.startsWith('Z_')) return new LiveFailure(code === 'Z_BUF_ERROR' ? 'short' : 'damaged');
  return code === 'ECONNRESET' ? new LiveFailure('short') : error;
}

/** Codes of TLS, and of the connection, with what they mean here. */
const CONNECTION: { readonly [code: string]: readonly [problem: string, hint: string] } = {
  ECONNREFUSED: ['nothing listens there', REACH],
  ECONNRESET: ['it closed the connection without an answer', 'does that port speak TLS? Then it is https://'],
  EPIPE: ['it closed the connection without an answer', 'does that port speak TLS? Then it is https://'],
  ENOTFOUND: ['there is no such host', 'check the name'],
  EAI_AGAIN: ['the name of the host cannot be looked up now', 'check the network, or name its address'],
  EHOSTUNREACH: ['no way leads to that host', 'check the network'],
  ENETUNREACH: ['no way leads to that host', 'check the network'],
  ETIMEDOUT: ['it does not answer', REACH],
  ENOENT: ['there is no such socket', REACH],
  ENOTSOCK: ['this file is no socket', 'name the socket of the admin interface'],
  EACCES: ['this socket may not be opened', 'check its permissions'],
  ENAMETOOLONG: ['the path of the socket is too long', 'sockets have paths of about 100 characters at most'],
  EINVAL: ['this cannot be the path of a socket', 'sockets have paths of about 100 characters at most'],
  HPE_HEADER_OVERFLOW: ['the headers of its answer are too large', 'is this the admin interface of a proxy?'],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'its certificate is for another name',
    'name it as its certificate does; cfgtool always checks certificates',
  ],
  CERT_HAS_EXPIRED: ['its certificate has expired', 'renew it; cfgtool always checks certificates'],
  CERT_NOT_YET_VALID: ['its certificate is not valid yet', 'check both clocks'],
};

/** What a code of the system says of a connection; undefined where it says nothing known. */
export function connectionProblem(code: string): string | undefined {
  return lookup(CONNECTION, code)?.[0];
}

/** Certificates that nobody whom this machine trusts has signed. */
const UNTRUSTED = /SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY)|CERT_UNTRUSTED|CERT_SIGNATURE/;

/** The one clear error. Errors without a system code are bugs and stay as they are. */
export function connectionFailure(
  { name }: LiveAddress,
  error: unknown,
  limits: { readonly bytes: number; readonly silence: number; readonly whole: number },
): unknown {
  const said = (problem: string, hint: string | undefined) =>
    new InputError({ file: name, problem, ...(hint === undefined ? {} : { hint }) });
  if (error instanceof LiveFailure) return said(...wordsOf(error, limits));
  const code = systemCode(error);
  if (code === undefined) return error;
  const known = lookup(CONNECTION, code);
  if (known !== undefined) return said(...known);
  if (UNTRUSTED.test(code))
    return said(
      `its certificate is signed by nobody this machine trusts (${code})`,
      'NODE_EXTRA_CA_CERTS=FILE in the environment adds whom to trust; cfgtool always checks certificates',
    );
  if (code.startsWith('HPE_'))
    return said(
      'it does not speak HTTP as it should',
      'is this the admin interface of a proxy? Where it speaks TLS, it is https://',
    );
  if (code === 'EPROTO' || code.startsWith('ERR_SSL'))
    return said('no TLS can be agreed upon', 'where it speaks no TLS, it is http://');
  return said(`it cannot be asked (${code})`, REACH);
}

function wordsOf(
  { problem, message, hint }: LiveFailure,
  { bytes, silence, whole }: { readonly bytes: number; readonly silence: number; readonly whole: number },
): [problem: string, hint: string | undefined] {
  const seconds = (milliseconds: number): string => `${milliseconds / 1000} seconds`;
  switch (problem) {
    case 'silent':
      return [`it said nothing for ${seconds(silence)}`, REACH];
    case 'slow':
      return [
        `its answer was not whole after ${seconds(whole)}`,
        'save it with another program, and name the file',
      ];
    case 'large':
      return [
        `its answer is larger than ${bytes / 1_000_000} MB, the most that cfgtool reads at once`,
        'ask for a part of it, such as http://HOST:PORT/config_dump?resource=dynamic_route_configs',
      ];
    case 'short':
      return ['its answer ended before it was whole', 'try again; does something between cut it off?'];
    case 'damaged':
      return [
        'its answer says that it is packed with gzip, and is not',
        'name the address of the proxy itself',
      ];
    case 'told':
      return [message, hint];
  }
}
