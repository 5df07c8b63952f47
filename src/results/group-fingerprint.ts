/** What a group of requests is known by, wherever its routes stand and however they are spelled. */
import type { SideOutcome } from '../diff/behaviour/index.ts';
import { contentKey } from '../model/content.ts';
import type { Request } from '../routing/index.ts';
import { requestText } from './words/request-text.ts';

export const REROUTED = 'request-rerouted';

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
  const told = aspects.map((aspect) => fields[FIELDS[aspect] ?? aspect] ?? null);
  const branches = outcome.kind === 'random' ? outcome.branches : null;
  return contentKey([kind, clusters, status, location, branches, body ?? null, why ?? null, told]);
}

/** Aspects whose field of an outcome has another name. */
const FIELDS: { readonly [aspect: string]: string } = { rate_limits: 'rate_limit_descriptors' };
