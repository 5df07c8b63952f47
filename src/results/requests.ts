/** What happens to a request, in words. */
import type { ChangedRequests, SideOutcome } from '../diff/behaviour/index.ts';
import { contentKey } from '../model/content.ts';
import { REROUTED } from '../model/request-rules.ts';
import type { Outcome } from '../routing/outcome/outcome.ts';
import { markedRequest, withMarkedQuery } from '../routing/request/marked-request.ts';
import { type ClientCertificate, headerLines, type Request } from '../routing/request/request.ts';
import { readRequestLine, requestFlags } from '../routing/request/request-line.ts';
import { lookup } from '../source/lookup.ts';
import { shellWord } from '../source/shell-words.ts';

/** `GET http://shop.test/cart` */
export function urlText({ method, scheme, authority, path }: Request): string {
  return `${method} ${scheme}://${withMarkedQuery(`${authority}${path}`)}`;
}

/** `GET http://shop.test/cart (x-canary: 1, runtime shop.canary = 100, listener public)` */
export function requestText(request: Request): string {
  const { internal, runtime = {} } = request;
  const shown = headerLines(markedRequest(request)).map(([name, value]) => `${name}: ${value}`);
  if (internal) shown.push('internal');
  for (const [key, value] of Object.entries(runtime))
    shown.push(`runtime ${key} = ${typeof value === 'object' ? JSON.stringify(value) : value}`);
  if (request.remote_address !== undefined) shown.push(`from ${request.remote_address}`);
  if (request.server_name !== undefined)
    shown.push(request.server_name === '' ? 'no server name' : `server name ${request.server_name}`);
  if (request.alpn !== undefined) shown.push(`ALPN ${request.alpn}`);
  if (request.client_certificate !== undefined) shown.push(certificateText(request.client_certificate));
  if (request.claims !== undefined) shown.push(`token of ${request.claims.provider}`);
  if (request.listener !== undefined) shown.push(`listener ${request.listener}`);
  if (request.route_config !== undefined) shown.push(`route configuration ${request.route_config}`);
  return `${urlText(request)}${shown.length === 0 ? '' : ` (${shown.join(', ')})`}`;
}

function certificateText({ subject, validated }: ClientCertificate): string {
  const named = `client certificate${subject === undefined ? '' : ` ${subject}`}`;
  if (validated === undefined) return named;
  return validated ? `valid ${named}` : `${named} that is not valid`;
}

/** The command that shows the way of a request through a file, fit to be pasted into a shell; `-` is standard input. */
export function requestCommand(request: Request, file: string): string {
  const input = file === '<stdin>' ? '-' : file;
  const read = readRequestLine(wordsOf(request));
  const shown = markedRequest(request);
  if (typeof read !== 'string' && JSON.stringify(read) === JSON.stringify({ ...read, ...request }))
    return ['cfgtool', 'trace', input, ...wordsOf(shown)].map(shellWord).join(' ');
  // A URL cannot say everything: what stands behind a # never leaves a client.
  const trace = ['cfgtool', 'trace', input, '--request', '-'].map(shellWord).join(' ');
  return `printf %s ${shellWord(JSON.stringify(shown))} | ${trace}`;
}

function wordsOf(request: Request): readonly string[] {
  const { method, scheme, authority, path } = request;
  return [
    `${scheme}://${authority}${path}`,
    ...(method === 'GET' ? [] : ['--method', method]),
    ...requestFlags(request),
  ];
}

export const MOVED_RULES = ['access-opened', 'access-closed', REROUTED] as const;
export type MovedRule = (typeof MOVED_RULES)[number];

/** The rule of a group of requests. */
export function movedRule({ access }: Pick<ChangedRequests, 'access'>): MovedRule {
  return access === undefined ? REROUTED : `access-${access}`;
}

/**
 * Breaking where requests pass that were kept out or counted by a rate limit, and where requests were served and are no
 * longer, or where they were told to use TLS and are no longer; also where that is so for some of them by chance.
 */
export function movedLevel({
  request,
  before,
  after,
  access,
  isUnlimited = false,
}: Pick<ChangedRequests, 'request' | 'before' | 'after' | 'access' | 'isUnlimited'>): 'breaking' | 'warning' {
  if (access === 'opened' || isUnlimited) return 'breaking';
  // What only filters deny is a warning: they may be meant to.
  if (access === 'closed' && after.outcome.kind === 'answered') return 'warning';
  const isRefused = share(isServed, after.outcome) < share(isServed, before.outcome);
  const isOverTls = (request.headers['x-forwarded-proto'] ?? request.scheme) === 'https';
  const losesTls = !isOverTls && share(leadsToTls, after.outcome) < share(leadsToTls, before.outcome);
  return isRefused || losesTls ? 'breaking' : 'warning';
}

/** How many of a million requests a condition counts. */
function share(isCounted: (outcome: Outcome) => boolean, outcome: Outcome): number {
  if (outcome.kind !== 'random') return isCounted(outcome) ? 1_000_000 : 0;
  return Math.round(
    outcome.branches.reduce((sum, branch) => sum + branch.share * share(isCounted, branch.outcome), 0),
  );
}

/** An answer with an error is a refusal, whether the proxy finds no route or was told to give it. */
function isServed({ kind, status }: Outcome): boolean {
  if (kind === 'not_found') return false;
  return kind !== 'direct_response' || typeof status !== 'number' || status < 400;
}

function leadsToTls({ kind, location }: Outcome): boolean {
  return kind === 'redirect' && location?.startsWith('https://') === true;
}

/** What is shown of a group. */
interface Group {
  readonly request: Request;
  readonly before: SideOutcome;
  readonly after: SideOutcome;
  readonly stands_for: string;
  readonly aspects: readonly string[];
}

/** The parts of a fingerprint: the requests, and on both sides what of their outcome differs. */
export function groupParts(group: Group): readonly string[] {
  const { request, before, after, stands_for: standsFor, aspects } = group;
  return [
    REROUTED,
    before.virtual_host ?? '',
    after.virtual_host ?? '',
    requestText(request),
    standsFor,
    aspects.join(),
    answerKey(before, aspects),
    answerKey(after, aspects),
  ];
}

/** Content, not words: words leave out what takes too many. */
function answerKey({ outcome, body, why }: SideOutcome, aspects: readonly string[]): string {
  const { kind, clusters, status, location } = outcome;
  const fields: { readonly [field: string]: unknown } = { ...outcome };
  const told = aspects.map((aspect) => fields[lookup(FIELDS, aspect) ?? aspect] ?? null);
  const branches = outcome.kind === 'random' ? outcome.branches : null;
  return contentKey([kind, clusters, status, location, branches, body ?? null, why ?? null, told]);
}

/** Aspects whose field of an outcome has another name. */
const FIELDS: { readonly [aspect: string]: string } = { rate_limits: 'rate_limit_descriptors' };

/** A route configuration by its name. */
function routesText(name: string | null): string {
  return name === null ? 'the route configuration' : `route configuration ${name}`;
}

/** That a route configuration came or went as a whole. */
export function wholeRoutesText(change: 'gone' | 'new', name: string | null): string {
  return change === 'gone'
    ? `no request is routed any more by ${routesText(name)}, which is gone`
    : `requests are now routed by ${routesText(name)}, which is new`;
}
