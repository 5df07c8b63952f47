/** The requests that a route match takes, as boxes. */

import type { HeaderTest } from '../../traffic/headers.ts';
import type { PathTest, Predicate } from '../../traffic/predicate.ts';
import { lowerAscii } from '../../traffic/text.ts';
import type { Regexes } from '../regex/regexes.ts';
import { shareOf, takesAll } from '../runtime.ts';
import type { Box } from './box.ts';
import {
  certificateValues,
  GRPC_TYPES,
  headerDimension,
  headerValues,
  parameterValues,
} from './conditions.ts';
import { exactly, type Form, type Language, startingWith, under } from './language.ts';
import { matching } from './pattern.ts';
import { withParameter, withPath } from './target.ts';
import { meet, type Values, within, without } from './values.ts';

/**
 * Which of its requests a route takes by its runtime fraction (fact 34): all of them, none, some by chance; with a
 * runtime key, all or none until somebody sets the key.
 */
export type Chance = 'always' | 'always-by-default' | 'sometimes' | 'never-by-default' | 'never';

export interface Matcher {
  /** What this was made from. */
  readonly asked: Predicate;
  /** Dimensions `path`, `query KEY`, `header NAME`, `certificate`; undefined where the match looks at `:path` as a whole. */
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
  /** Why it takes no request at all. */
  readonly impossible?: string | undefined;
}

export function normalise(asked: Predicate, regexes: Regexes): Matcher {
  const rule = pathRule(asked.path, regexes);
  const why = whyImpossible(asked);
  if (rule !== undefined && why === undefined) return new RuleMatcher(asked, rule, regexes);
  return {
    asked,
    box: NO_BOX,
    whole: false,
    targetBox: () => NO_BOX,
    head: { kind: 'exact', text: '', fold: false },
    required: undefined,
    isPlain: false,
    onlyPath: undefined,
    chance: 'never',
    impossible: why ?? 'it has none of prefix, path and regex',
  };
}

function whyImpossible({ path, version }: Predicate): string | undefined {
  if (path.kind === 'no-match') return 'it has no match';
  return version === 'v3' && 'text' in path && path.text.includes('#')
    ? 'a request whose path has a fragment is refused before any route is looked at'
    : undefined;
}

const NO_BOX: Box = new Map();

/** A class, since a long list has one of these for each route: boxes are put together when they are looked at. */
class RuleMatcher implements Matcher {
  readonly asked: Predicate;
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

  constructor(asked: Predicate, rule: PathRule, regexes: Regexes) {
    this.asked = asked;
    this.#language = rule.language;
    this.#ofTargets = rule.whole;
    this.#headers = headerBox(asked, regexes);
    this.#query = queryBox(asked, regexes);
    this.#ofTarget = ofTarget(asked, regexes);
    this.head = rule.head;
    this.whole = rule.whole || this.#ofTarget.length > 0;
    this.chance = chanceOf(asked);
  }

  get required(): string | undefined {
    return this.#ofTargets ? undefined : this.#language.required;
  }

  get isPlain(): boolean {
    return this.onlyPath?.form !== undefined;
  }

  get onlyPath(): Language | undefined {
    const asksMore = this.whole || this.#headers.size > 0 || this.#query.size > 0;
    return asksMore || this.asked.open !== undefined ? undefined : this.#language;
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

function ofTarget({ headers }: Predicate, regexes: Regexes): readonly Values[] {
  if (headers.length === 0) return NONE;
  const tests = headers.filter(isOfTarget);
  return tests.length === 0 ? NONE : tests.map((each) => headerValues(each, regexes));
}

interface PathRule {
  readonly language: Language;
  /** Whether the language is one of targets, query included, instead of paths. */
  readonly whole: boolean;
  readonly head: Form;
}

function pathRule(path: PathTest, regexes: Regexes): PathRule | undefined {
  if (path.kind === 'prefix' && path.withQuery) {
    // The path must be all that stands before the `?` (fact 13).
    const [before = '', query] = path.text.split('?', 2);
    if (query !== undefined)
      return {
        language: startingWith(path.text, path.fold),
        whole: true,
        head: headOf(exactly(before, path.fold)),
      };
  }
  const language = pathLanguage(path, regexes);
  return language && { language, whole: false, head: headOf(language) };
}

function pathLanguage(path: PathTest, regexes: Regexes): Language | undefined {
  switch (path.kind) {
    case 'prefix':
      return startingWith(path.text, path.fold);
    case 'exact':
      return exactly(path.text, path.fold);
    case 'under':
      return under(path.text, path.fold);
    case 'regex':
      return matching(path.pattern, path.grammar, regexes);
    case 'template':
      return matching(path.template.pattern, 're2', regexes);
    // Which requests these take stays open.
    case 'connect':
    case 'extension':
      return startingWith('');
    case 'none':
    case 'no-match':
      return undefined;
  }
}

function headOf(language: Language): Form {
  return language.form ?? { kind: 'prefix', text: language.head ?? '', fold: false };
}

function isOfTarget({ header }: HeaderTest): boolean {
  return lowerAscii(header) === ':path';
}

function headerBox({ grpc, headers, certificate }: Predicate, regexes: Regexes): Box {
  if (!grpc && headers.length === 0 && certificate === undefined) return NO_BOX;
  const box = new Map<string, Values>();
  if (certificate !== undefined) add(box, 'certificate', certificateValues(certificate));
  if (grpc) box.set('header content-type', GRPC_TYPES);
  for (const test of headers)
    if (!isOfTarget(test)) add(box, headerDimension(test), headerValues(test, regexes));
  return box;
}

function queryBox({ query }: Predicate, regexes: Regexes): Box {
  if (query.length === 0) return NO_BOX;
  const box = new Map<string, Values>();
  for (const test of query) add(box, `query ${test.name}`, parameterValues(test, regexes));
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

function chanceOf({ fraction }: Predicate): Chance {
  if (fraction === undefined) return 'always';
  const byDefault = fraction.runtime_key !== undefined && fraction.runtime_key !== '';
  const share = shareOf(fraction.default_value);
  if (takesAll(share)) return byDefault ? 'always-by-default' : 'always';
  if (share.numerator > 0) return 'sometimes';
  return byDefault ? 'never-by-default' : 'never';
}
