/** The requests that a route match takes, as boxes. */
import type { Message } from '../../schema/types.ts';
import type { Regexes } from '../regexes.ts';
import { lowerAscii } from '../request.ts';
import { shareOf, takesAll } from '../runtime.ts';
import type { Box } from './box.ts';
import { GRPC_TYPES, headerValues, parameterValues } from './conditions.ts';
import { exactly, type Form, type Language, matching, once, startingWith } from './language.ts';
import { withParameter, withPath } from './target.ts';
import { meet, type Values, within } from './values.ts';

type RouteMatch = Message<'route.RouteMatch'>;

/**
 * Which of its requests a route takes by its runtime fraction (fact 34): all of them, none, some by chance; with a
 * runtime key, all or none until somebody sets the key.
 */
export type Chance = 'always' | 'always-by-default' | 'sometimes' | 'never-by-default' | 'never';

export interface Matcher {
  /** Dimensions `path`, `query KEY`, `header NAME`; undefined where the match looks at `:path` as a whole. */
  readonly box: Box | undefined;
  /** The same with `target` for path and query. */
  readonly targetBox: () => Box;
  /** All paths that it takes are this text, or begin with it. */
  readonly head: Form;
  readonly chance: Chance;
  /** Whether it asks for something that no request here can show. */
  readonly beyond?: string;
  /** Why it takes no request at all. */
  readonly impossible?: string;
}

export function normalise(match: RouteMatch | undefined, regexes: Regexes): Matcher {
  const rule = pathRule(match, regexes);
  if (match === undefined || rule === undefined)
    return {
      box: new Map(),
      targetBox: () => new Map(),
      head: { kind: 'exact', text: '', fold: false },
      chance: 'never',
      impossible: match === undefined ? 'it has no match' : 'it has none of prefix, path and regex',
    };
  const headers = headerBox(match, regexes);
  const query = queryBox(match, regexes);
  const ofTarget = (match.headers ?? []).filter(isOfTarget);
  const asksWhole = rule.whole || ofTarget.length > 0;
  return {
    box: asksWhole ? undefined : new Map([['path', within(rule.language)], ...query, ...headers]),
    targetBox: once(() => {
      let target = within(rule.whole ? rule.language : withPath(rule.language));
      for (const matcher of ofTarget) target = meet(target, headerValues(matcher, regexes));
      for (const [dimension, values] of query) target = meet(target, inTarget(dimension, values));
      return new Map([['target', target], ...headers]);
    }),
    head: rule.head,
    chance: chanceOf(match),
    ...(match.tls_context?.presented === true || match.tls_context?.validated === true
      ? { beyond: 'it asks for a client certificate, which a request cannot show here' }
      : {}),
  };
}

interface PathRule {
  readonly language: Language;
  /** Whether the language is one of targets, query included, instead of paths. */
  readonly whole: boolean;
  readonly head: Form;
}

function pathRule(match: RouteMatch | undefined, regexes: Regexes): PathRule | undefined {
  const fold = match?.case_sensitive === false;
  if (match?.prefix !== undefined) {
    const language = startingWith(match.prefix, fold);
    // The path must be all that stands before the `?` (fact 13).
    const [path = '', query] = match.prefix.split('?', 2);
    return query === undefined
      ? { language, whole: false, head: headOf(language) }
      : { language, whole: true, head: headOf(exactly(path, fold)) };
  }
  const language = pathLanguage(match, fold, regexes);
  return language && { language, whole: false, head: headOf(language) };
}

function pathLanguage(match: RouteMatch | undefined, fold: boolean, regexes: Regexes): Language | undefined {
  if (match?.path !== undefined) return exactly(match.path, fold);
  if (match?.regex !== undefined) return matching(match.regex, 'ecmascript', regexes);
  return match?.safe_regex && matching(match.safe_regex.regex ?? '', 're2', regexes);
}

function headOf(language: Language): Form {
  return language.form ?? { kind: 'prefix', text: language.head ?? '', fold: false };
}

function isOfTarget(matcher: Message<'route.HeaderMatcher'>): boolean {
  return lowerAscii(matcher.name ?? '') === ':path';
}

function headerBox(match: RouteMatch, regexes: Regexes): Box {
  const box = new Map<string, Values>();
  if (match.grpc !== undefined) box.set('header content-type', GRPC_TYPES);
  for (const matcher of match.headers ?? [])
    if (!isOfTarget(matcher))
      add(box, `header ${lowerAscii(matcher.name ?? '')}`, headerValues(matcher, regexes));
  return box;
}

function queryBox(match: RouteMatch, regexes: Regexes): Box {
  const box = new Map<string, Values>();
  for (const matcher of match.query_parameters ?? [])
    add(box, `query ${matcher.name ?? ''}`, parameterValues(matcher, regexes));
  return box;
}

function add(box: Map<string, Values>, dimension: string, values: Values): void {
  const known = box.get(dimension);
  box.set(dimension, known === undefined ? values : meet(known, values));
}

/** Query matchers are never inverted, so that the key is always there. */
function inTarget(dimension: string, values: Values): Values {
  if (!values.present) return values;
  const key = dimension.slice('query '.length);
  const languages = values.within.length === 0 ? [undefined] : values.within;
  return languages
    .map((language) => within(withParameter(key, language)))
    .reduce((all, each) => meet(all, each));
}

function chanceOf({ runtime_fraction: fraction }: RouteMatch): Chance {
  if (fraction === undefined) return 'always';
  const byDefault = fraction.runtime_key !== undefined && fraction.runtime_key !== '';
  const share = shareOf(fraction.default_value);
  if (takesAll(share)) return byDefault ? 'always-by-default' : 'always';
  if (share.numerator > 0) return 'sometimes';
  return byDefault ? 'never-by-default' : 'never';
}
