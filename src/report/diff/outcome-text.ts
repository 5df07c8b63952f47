/** Where a request comes to on both sides of a comparison, in words. */

import type { SideOutcome } from '../../diff/behaviour/index.ts';
import type { ComparedBehaviour, MovedResult } from '../../results/comparison.ts';
import { answerText, percent } from '../../results/words/outcome-text.ts';
import type { Outcome } from '../../routing/index.ts';
import { differingTexts } from './differing-aspects.ts';

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
  const told = branches
    .slice(0, MAX_BRANCHES)
    .map(({ share, outcome }) => `${percent(share)} ${answerText(outcome)}`);
  const more = branches.length > MAX_BRANCHES ? ` and ${branches.length - MAX_BRANCHES} more` : '';
  return `depends on chance: ${told.join('; ')}${more}`;
}

/** What is said of requests beside groups of them. */
export function behaviourRemarks(
  told: Pick<ComparedBehaviour, 'removed' | 'added' | 'reorders' | 'undecided'>,
): readonly string[] {
  return [
    ...told.removed.map((name) => `no request is routed any more by ${routesText(name)}, which is gone`),
    ...told.added.map((name) => `requests are now routed by ${routesText(name)}, which is new`),
    ...told.reorders.map(({ virtual_host: host, proof }) => `reordered without effect in ${host}: ${proof}`),
    ...told.undecided.map(({ where, reason }) => `undecided: ${where}: ${reason}`),
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

/** A route configuration by its name. */
export function routesText(name: string | null): string {
  return name === null ? 'the route configuration' : `route configuration ${name}`;
}
