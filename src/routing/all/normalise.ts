/** The requests that a route match takes, as boxes. */
import { versionOf } from '../../model/bound.ts';
import type { Message } from '../../schema/types.ts';
import { headerName } from '../match/headers.ts';
import { templateOf } from '../match/path-template.ts';
import type { Regexes } from '../regex/regexes.ts';
import { lowerAscii } from '../request/request.ts';
import { shareOf, takesAll } from '../runtime.ts';
import type { Box } from './box.ts';
import { GRPC_TYPES, headerDimension, headerValues, parameterValues } from './conditions.ts';
import { exactly, type Form, type Language, startingWith, under } from './language.ts';
import { matching } from './pattern.ts';
import { withParameter, withPath } from './target.ts';
import { meet, type Values, within, without } from './values.ts';

type RouteMatch = Message<'route.RouteMatch'>;

/**
 * Which of its requests a route takes by its runtime fraction (fact 34): all of them, none, some by chance; with a
 * runtime key, all or none until somebody sets the key.
 */
export type Chance = 'always' | 'always-by-default' | 'sometimes' | 'never-by-default' | 'never';

export interface Matcher {
  /** Dimensions `path`, `query KEY`, `header NAME`; undefined where the match looks at `:path` as a whole. */
  readonly box: Box | undefined;
  /** Whether it looks at `:path` as a whole. */
  readonly whole: boolean;
  /** The same with `target` for path and query. */
  readonly targetBox: () => Box;
  /** All paths that it takes are this text, or begin with it. */
  readonly head: Form;
  /** A plain text that stands in all paths that it takes. */
  readonly required: string | undefined;
  /** Whether it takes all requests whose path is that head, or begins with it. */
  readonly isPlain: boolean;
  /** The language of its paths, where it asks for nothing else. */
  readonly onlyPath: Language | undefined;
  readonly chance: Chance;
  /** Whether it asks for something that no request here can show. */
  readonly beyond?: string | undefined;
  /** Why it takes no request at all. */
  readonly impossible?: string | undefined;
}

export function normalise(match: RouteMatch | undefined, regexes: Regexes): Matcher {
  const rule = pathRule(match, regexes);
  const literal = match?.path ?? match?.prefix ?? match?.path_separated_prefix ?? '';
  const hasFragment = match !== undefined && versionOf(match) === 'v3' && literal.includes('#');
  if (match === undefined || rule === undefined || hasFragment)
    return {
      box: NO_BOX,
      whole: false,
      targetBox: () => NO_BOX,
      head: { kind: 'exact', text: '', fold: false },
      required: undefined,
      isPlain: false,
      onlyPath: undefined,
      chance: 'never',
      impossible: hasFragment
        ? 'a request whose path has a fragment is refused before any route is looked at'
        : match === undefined
          ? 'it has no match'
          : 'it has none of prefix, path and regex',
    };
  return new RuleMatcher(match, rule, regexes);
}

const NO_BOX: Box = new Map();

/** A class, since a long list has one of these for each route: boxes are put together when they are looked at. */
class RuleMatcher implements Matcher {
  readonly head: Form;
  readonly chance: Chance;
  readonly whole: boolean;
  readonly #language: Language;
  /** Whether that is one of targets. */
  readonly #ofTargets: boolean;
  readonly #headers: Box;
  readonly #query: Box;
  /** Matchers of `:path`. */
  readonly #ofTarget: readonly Values[];
  #targetBox: Box | undefined;
  readonly #wantsCertificate: boolean;

  constructor(match: RouteMatch, rule: PathRule, regexes: Regexes) {
    this.#language = rule.language;
    this.#ofTargets = rule.whole;
    this.#headers = headerBox(match, regexes);
    this.#query = queryBox(match, regexes);
    this.#ofTarget = ofTarget(match, regexes);
    this.#wantsCertificate = match.tls_context?.presented === true || match.tls_context?.validated === true;
    this.head = rule.head;
    this.whole = rule.whole || this.#ofTarget.length > 0;
    this.chance = chanceOf(match);
  }

  get beyond(): string | undefined {
    return this.#wantsCertificate
      ? 'it asks for a client certificate, which a request cannot show here'
      : undefined;
  }

  get required(): string | undefined {
    return this.#ofTargets ? undefined : this.#language.required;
  }

  get isPlain(): boolean {
    return this.onlyPath?.form !== undefined;
  }

  get onlyPath(): Language | undefined {
    return this.whole || this.#headers.size > 0 || this.#query.size > 0 ? undefined : this.#language;
  }

  get box(): Box | undefined {
    if (this.whole) return undefined;
    const box = new Map<string, Values>();
    box.set('path', within(this.#language));
    if (this.#query.size > 0) for (const [dimension, values] of this.#query) box.set(dimension, values);
    if (this.#headers.size > 0) for (const [dimension, values] of this.#headers) box.set(dimension, values);
    return box;
  }

  targetBox(): Box {
    this.#targetBox ??= this.#makeTargetBox();
    return this.#targetBox;
  }

  #makeTargetBox(): Box {
    let target = within(this.#ofTargets ? this.#language : withPath(this.#language));
    for (const values of this.#ofTarget) target = meet(target, values);
    for (const [dimension, values] of this.#query) target = meet(target, inTarget(dimension, values));
    return new Map([['target', target], ...this.#headers]);
  }
}

const NONE: readonly never[] = [];

function ofTarget({ headers }: RouteMatch, regexes: Regexes): readonly Values[] {
  const matchers = headers?.filter(isOfTarget);
  if (matchers === undefined || matchers.length === 0) return NONE;
  return matchers.map((each) => headerValues(each, regexes));
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
    // In version 3 a prefix is compared without the query (fact 69).
    if (versionOf(match) === 'v3') return { language, whole: false, head: headOf(language) };
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
  if (match?.safe_regex !== undefined) return matching(match.safe_regex.regex ?? '', 're2', regexes);
  if (match?.path_separated_prefix !== undefined) return under(match.path_separated_prefix, fold);
  const template = templateOf(match?.path_match_policy);
  if (template !== undefined) return matching(template.pattern, 're2', regexes);
  // Which of these take a request stays open (`whyOpen`).
  const isOpen = match?.connect_matcher !== undefined || match?.path_match_policy !== undefined;
  return isOpen ? startingWith('') : undefined;
}

function headOf(language: Language): Form {
  return language.form ?? { kind: 'prefix', text: language.head ?? '', fold: false };
}

function isOfTarget(matcher: Message<'route.HeaderMatcher'>): boolean {
  return lowerAscii(headerName(matcher)) === ':path';
}

function headerBox(match: RouteMatch, regexes: Regexes): Box {
  if (match.grpc === undefined && match.headers === undefined) return NO_BOX;
  const box = new Map<string, Values>();
  if (match.grpc !== undefined) box.set('header content-type', GRPC_TYPES);
  for (const matcher of match.headers ?? [])
    if (!isOfTarget(matcher)) add(box, headerDimension(matcher), headerValues(matcher, regexes));
  return box;
}

function queryBox(match: RouteMatch, regexes: Regexes): Box {
  if (match.query_parameters === undefined) return NO_BOX;
  const box = new Map<string, Values>();
  for (const matcher of match.query_parameters ?? [])
    add(box, `query ${matcher.name ?? ''}`, parameterValues(matcher, regexes));
  return box;
}

function add(box: Map<string, Values>, dimension: string, values: Values): void {
  const known = box.get(dimension);
  box.set(dimension, known === undefined ? values : meet(known, values));
}

/** What a query matcher asks of the whole target; whether the key is there is never left open by one. */
export function inTarget(dimension: string, values: Values): Values {
  const key = dimension.slice('query '.length);
  if (values.absent) return without(withParameter(key, undefined));
  if (!values.present) return values;
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
