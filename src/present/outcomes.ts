/** What became of a request, or of a value, on both sides of a comparison, in words. */
import { ASPECT_NAMES, type Aspect, isAspect } from '../diff/behaviour/aspects.ts';
import type { SideOutcome } from '../diff/behaviour/index.ts';
import { sourceText } from '../model/source-object.ts';
import {
  type ComparedBehaviour,
  type ComparedPair,
  type MovedResult,
  openParts,
} from '../results/comparison.ts';
import { wholeRoutesText } from '../results/requests.ts';
import type { Outcome } from '../routing/outcome/outcome.ts';
import { answerText, branchText, percent } from '../routing/outcome/words.ts';
import { grouped } from '../source/counted.ts';
import type { Sentence } from './blocks.ts';
import { changeTexts, corsText, descriptorText, hashText, retryText, subsetText } from './requests.ts';
import { shortValue } from './text.ts';

/** Ways of a random outcome that are told. */
const MAX_BRANCHES = 3;

/** What becomes of a request on both sides, without the places. */
export interface Answers {
  readonly before: string;
  readonly after: string;
  /** What differs beside, where it takes too many words; otherwise empty. */
  readonly rest: string;
}

/** `goes to cluster "shop", sent as /cart, timeout 3s` */
export function answersOf(moved: MovedResult): Answers {
  const { before, after, others } = differingTexts(moved);
  const side = (sideOutcome: SideOutcome, texts: readonly string[]): string =>
    [outcomeAnswer(sideOutcome), ...texts].join(', ');
  const names =
    others.length < 2 ? others.join('') : `${others.slice(0, -1).join(', ')} and ${others.at(-1)}`;
  const told = { before: side(moved.before, before), after: side(moved.after, after) };
  return {
    ...told,
    rest: names !== '' ? `with another ${names}` : told.before === told.after ? moved.message : '',
  };
}

function outcomeAnswer({ outcome, why }: SideOutcome): string {
  if (outcome.kind === 'random') return randomText(outcome);
  return why === undefined ? answerText(outcome) : `${answerText(outcome)}: ${why}`;
}

function randomText({ branches }: Extract<Outcome, { kind: 'random' }>): string {
  const told = branches.slice(0, MAX_BRANCHES).map(branchText);
  const more = branches.length > MAX_BRANCHES ? ` and ${branches.length - MAX_BRANCHES} more` : '';
  return `depends on chance: ${told.join('; ')}${more}`;
}

/** What is said of a comparison beside single changes and groups of requests. */
export interface Remark {
  readonly kind: 'gone' | 'new' | 'reordered' | 'undecided' | 'note' | 'ignored';
  readonly says: Sentence;
}

/** Of requests, beside groups of them. */
export function behaviourRemarks(
  told: Pick<ComparedBehaviour, 'removed' | 'added' | 'reorders' | 'undecided'>,
): readonly Remark[] {
  const remarks = (kind: Remark['kind'], all: readonly Sentence[]): readonly Remark[] =>
    all.map((says) => ({ kind, says }));
  return [
    ...remarks(
      'gone',
      told.removed.map((name) => [wholeRoutesText('gone', name)]),
    ),
    ...remarks(
      'new',
      told.added.map((name) => [wholeRoutesText('new', name)]),
    ),
    ...remarks(
      'reordered',
      told.reorders.map(({ virtual_host: host, proof }) => [
        'reordered without effect in ',
        { code: host },
        `: ${proof}`,
      ]),
    ),
    ...remarks(
      'undecided',
      openParts(told).map(({ where, reason }) => [`undecided: ${where}: ${reason}`]),
    ),
  ];
}

/** Of what is written. */
export function resultRemarks({ remarks, ignored }: ComparedPair['result']): readonly Remark[] {
  return [
    ...remarks.map((text): Remark => ({ kind: 'note', says: [text] })),
    ...(ignored === 0
      ? []
      : [{ kind: 'ignored' as const, says: [`${grouped(ignored)} ignored by the settings`] }]),
  ];
}

/** Where a place is said to be. */
export type PlaceText = (place: NonNullable<SideOutcome['place']>) => string;

/** `virtual host shop, route 2, a.yaml:31` */
export function whereText(
  { virtual_host: host, route, place }: SideOutcome,
  at: PlaceText = ({ file, range }) => `${file}:${range.start.line}`,
): string {
  return [
    ...(host === null ? ['no virtual host'] : [`virtual host ${host}`]),
    ...(route === null ? (host === null ? [] : ['no route']) : [`route ${route.index}`]),
    ...(place === undefined ? [] : [at(place)]),
    ...(place?.source === undefined ? [] : [sourceText(place.source)]),
  ].join(', ');
}

/** Both sides with their places: `goes to cluster "shop" (virtual host shop, route 2, a.yaml:31)`. */
export function outcomeTexts(
  moved: MovedResult,
  at: { readonly before?: PlaceText; readonly after?: PlaceText } = {},
): Answers {
  const { before, after, rest } = answersOf(moved);
  return {
    before: `${before} (${whereText(moved.before, at.before)})`,
    after: `${after} (${whereText(moved.after, at.after)})`,
    rest,
  };
}

/** Of so many entries of a list the texts are shown. */
const MAX_ASPECTS = 4;

type Told = (sideOutcome: SideOutcome) => readonly string[];

const said =
  (tell: (outcome: Outcome) => readonly string[]): Told =>
  ({ outcome }) =>
    tell(outcome);

/** A duration: 0 stands for none. */
function limit(name: string, duration: string | null, absent: string): readonly string[] {
  if (duration === null) return [absent];
  return [duration === '0s' ? `no ${name}` : `${name} ${duration}`];
}

const TELLING: { readonly [aspect in Aspect]?: Told } = {
  response: ({ body }) => (body === undefined ? ['no body'] : [`body ${bodyText(body)}`]),
  path: said(({ path }) => (path === null ? [] : [`sent as ${path}`])),
  host: said(({ host, ...rest }) => {
    if ('auto_host_rewrite' in rest && rest.auto_host_rewrite) return ['with the host of the upstream'];
    return host === null ? [] : [`with the host ${host}`];
  }),
  timeout: said(({ timeout }) => limit('timeout', timeout, 'no timeout')),
  idle_timeout: said(({ idle_timeout: idle }) => limit('idle timeout', idle, 'no idle timeout of its own')),
  max_grpc_timeout: said(({ max_grpc_timeout: longest }) =>
    limit('longest gRPC timeout', longest, 'gRPC timeouts unheeded'),
  ),
  priority: said(({ priority }) => [`priority ${priority ?? 'DEFAULT'}`]),
  retry_policy: said(({ retry_policy: policy }) => [
    policy === null ? 'no retries' : `retries: ${retryText(policy)}`,
  ]),
  mirror: said(({ mirror }) =>
    mirror.length === 0
      ? ['mirrored nowhere']
      : mirror.map(
          ({ cluster, numerator, denominator }) =>
            `mirrored to ${JSON.stringify(cluster)} (${percent(numerator / denominator)})`,
        ),
  ),
  cors: said(({ cors }) => [cors === null ? 'no CORS policy' : `CORS: ${corsText(cors)}`]),
  hash_policy: said(({ hash_policy: policies }) =>
    policies.length === 0 ? ['not hashed'] : policies.map((policy) => `hashed by ${hashText(policy)}`),
  ),
  metadata_match: said(({ metadata_match: match }) => {
    const subset = subsetText(match);
    return [subset === null ? 'no subset' : `subset ${subset}`];
  }),
  request_headers: said(({ request_headers: changes }) =>
    changeTexts(changes).map((text) => `request header ${text}`),
  ),
  response_headers: said(({ response_headers: changes }) =>
    changeTexts(changes).map((text) => `response header ${text}`),
  ),
  rate_limits: said(({ rate_limit_descriptors: descriptors }) =>
    descriptors.length === 0
      ? ['no rate limit']
      : descriptors.map((entries) => `rate limit ${descriptorText(entries)}`),
  ),
  virtual_cluster: said(({ virtual_cluster: name }) => [
    name === null ? 'counted as no virtual cluster' : `counted as virtual cluster ${JSON.stringify(name)}`,
  ]),
};

function bodyText(body: NonNullable<SideOutcome['body']>): string {
  const { inline_string: text, filename } = body as { readonly [field: string]: unknown };
  if (typeof text === 'string') return shortValue(text);
  return typeof filename === 'string' ? `of the file ${filename}` : 'as bytes';
}

export interface DifferingTexts {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Names of what differs and cannot be said in so few words. */
  readonly others: readonly string[];
}

/** What differs between both sides beside the answer; of lists only what the other side does not have. */
export function differingTexts({ before, after, aspects }: MovedResult): DifferingTexts {
  const texts = { before: [] as string[], after: [] as string[], others: [] as string[] };
  const [one, other] = [before.outcome.kind, after.outcome.kind];
  if (one !== other) return texts;
  for (const aspect of aspects) {
    const [name, tell] = isAspect(aspect) ? [ASPECT_NAMES[aspect], TELLING[aspect]] : [aspect];
    const [first, second] = [tell?.(before) ?? [], tell?.(after) ?? []];
    const [gone, born] = [
      first.filter((text) => !second.includes(text)),
      second.filter((text) => !first.includes(text)),
    ];
    if (gone.length + born.length === 0) {
      if (aspect !== 'destination' && aspect !== 'redirect' && aspect !== 'response') texts.others.push(name);
    } else {
      texts.before.push(...shortened(gone));
      texts.after.push(...shortened(born));
    }
  }
  return texts;
}

function shortened(texts: readonly string[]): readonly string[] {
  return texts.length <= MAX_ASPECTS
    ? texts
    : [...texts.slice(0, MAX_ASPECTS), `and ${texts.length - MAX_ASPECTS} more`];
}
