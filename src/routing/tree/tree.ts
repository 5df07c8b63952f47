/** Matcher trees of version 3 (xds.type.matcher.v3.Matcher), read from what was bound: branches, inputs, actions. */
import { type BoundMessage, isObject, messagesIn, VERSION } from '../../model/bound.ts';
import type { Message } from '../../schema/types.ts';
import { messageOfType } from '../../schema/version.ts';

export type StringMatcher = Message<'type.matcher.StringMatcher'>;

export type Tree =
  | { readonly kind: 'list'; readonly branches: readonly Branch[]; readonly otherwise: Then | undefined }
  | {
      readonly kind: 'exact' | 'prefix';
      readonly input: Input;
      /** For prefixes the longest first. */
      readonly branches: readonly { readonly text: string; readonly then: Then }[];
      readonly otherwise: Then | undefined;
    }
  | {
      readonly kind: 'addresses';
      readonly input: Input;
      readonly branches: readonly AddressBranch[];
      readonly otherwise: Then | undefined;
    }
  | {
      readonly kind: 'names';
      readonly input: Input;
      readonly branches: readonly { readonly domains: readonly string[]; readonly then: Then }[];
      readonly otherwise: Then | undefined;
    }
  /** By an extension that nobody knows here. */
  | Open
  | { readonly kind: 'none'; readonly otherwise: Then | undefined };

/** What nobody here can decide, and what it is, as a text. */
export interface Open {
  readonly kind: 'open';
  readonly why: string;
  readonly about: string;
}

interface Branch {
  readonly predicate: Predicate;
  readonly then: Then;
}

export interface AddressBranch {
  readonly ranges: readonly Message<'core.CidrRange'>[];
  /** Smaller ranges inside do not come before it. */
  readonly exclusive: boolean;
  readonly then: Then;
}

export type Predicate =
  | { readonly kind: 'and' | 'or'; readonly all: readonly Predicate[] }
  | { readonly kind: 'not'; readonly one: Predicate }
  | { readonly kind: 'text'; readonly input: Input; readonly matcher: StringMatcher }
  | Open;

/** What is looked at, such as `HttpRequestHeaderMatchInput`; the name is that of the header there. */
export interface Input {
  readonly type: string;
  readonly header: string;
  /** All of it, as a text. */
  readonly about: string;
}

/** What a branch leads to. */
export type Then = {
  /** `keep_matching`: what is found is passed over. */
  readonly isPassedOver: boolean;
  readonly message: BoundMessage;
} & (
  | { readonly kind: 'tree'; readonly tree: Tree }
  | { readonly kind: 'action'; readonly action: BoundMessage }
);

/** Trees nest less. */
const DEEPEST = 40;

export function readTree(matcher: BoundMessage, depth = 0): Tree {
  if (depth > DEEPEST) return openAbout('its matcher nests too deeply', matcher);
  const { matcher_list: list, matcher_tree: tree } = matcher;
  const otherwise = readThen(matcher.on_no_match, depth);
  if (isObject(list)) {
    const branches = messagesIn(list.matchers).flatMap((each): readonly Branch[] => {
      const then = readThen(each.on_match, depth);
      return then === undefined ? [] : [{ predicate: readPredicate(each.predicate, depth), then }];
    });
    return { kind: 'list', branches, otherwise };
  }
  if (isObject(tree)) return readMatcherTree(tree, otherwise, depth);
  return { kind: 'none', otherwise };
}

function readMatcherTree(tree: BoundMessage, otherwise: Then | undefined, depth: number): Tree {
  const input = readInput(tree.input);
  for (const kind of ['exact', 'prefix'] as const) {
    const map = tree[`${kind}_match_map`];
    if (!isObject(map)) continue;
    const branches = Object.entries(isObject(map.map) ? map.map : {}).flatMap(([text, each]) => {
      const then = readThen(each, depth);
      return then === undefined ? [] : [{ text, then }];
    });
    if (kind === 'prefix') branches.sort((one, other) => other.text.length - one.text.length);
    return { kind, input, branches, otherwise };
  }
  const custom = configOf(tree.custom_match);
  switch (idOf(custom)) {
    case 'IPMatcher': {
      const branches = messagesIn(custom?.range_matchers).flatMap((each): readonly AddressBranch[] => {
        const then = readThen(each.on_match, depth);
        const ranges = messagesIn(each.ranges) as readonly Message<'core.CidrRange'>[];
        return then === undefined ? [] : [{ ranges, exclusive: each.exclusive === true, then }];
      });
      return { kind: 'addresses', input, branches, otherwise };
    }
    case 'ServerNameMatcher': {
      const branches = messagesIn(custom?.domain_matchers).flatMap((each) => {
        const then = readThen(each.on_match, depth);
        const domains = Array.isArray(each.domains) ? each.domains.map(String) : [];
        return then === undefined ? [] : [{ domains, then }];
      });
      return { kind: 'names', input, branches, otherwise };
    }
    default:
      return openAbout(`its matcher asks ${extensionWords(tree.custom_match)}`, tree);
  }
}

function readThen(value: unknown, depth: number): Then | undefined {
  if (!isObject(value)) return undefined;
  const common = { isPassedOver: value.keep_matching === true, message: value };
  if (isObject(value.matcher)) return { ...common, kind: 'tree', tree: readTree(value.matcher, depth + 1) };
  const action = configOf(value.action);
  return action === undefined ? undefined : { ...common, kind: 'action', action };
}

function readPredicate(value: unknown, depth: number): Predicate {
  const nothing = openAbout('its matcher has a predicate that cannot be read', value);
  if (!isObject(value) || depth > DEEPEST) return nothing;
  const { single_predicate: single, and_matcher: and, or_matcher: or, not_matcher: not } = value;
  if (isObject(and) || isObject(or)) {
    const all = messagesIn(isObject(and) ? and.predicate : isObject(or) ? or.predicate : []);
    return { kind: isObject(and) ? 'and' : 'or', all: all.map((each) => readPredicate(each, depth + 1)) };
  }
  if (isObject(not)) return { kind: 'not', one: readPredicate(not, depth + 1) };
  if (!isObject(single)) return nothing;
  const { value_match: text, custom_match: custom } = single;
  if (isObject(custom)) return openAbout(`its matcher asks ${extensionWords(custom)}`, single);
  return isObject(text) ? { kind: 'text', input: readInput(single.input), matcher: readText(text) } : nothing;
}

const TEXT_FIELDS = ['exact', 'prefix', 'suffix', 'contains', 'safe_regex', 'ignore_case', 'custom'] as const;

/** The string matcher of the xDS protocol as the data model's own, which asks the same. */
function readText(text: BoundMessage): StringMatcher {
  const fields = TEXT_FIELDS.flatMap((field) => (text[field] === undefined ? [] : [[field, text[field]]]));
  return { ...Object.fromEntries(fields), [VERSION]: 'v3' };
}

function readInput(value: unknown): Input {
  const config = configOf(value);
  const header = config?.header_name;
  const about = JSON.stringify(value ?? null);
  // By the last part of its name: inputs of one name look at the same.
  const type = idOf(config)?.replace(/^.*\./, '') ?? '';
  return { type, header: typeof header === 'string' ? header : '', about };
}

function openAbout(why: string, what: unknown): Open {
  return { kind: 'open', why, about: JSON.stringify(what ?? null) };
}

/** What an extension is, for people. */
function extensionWords(value: unknown): string {
  const name = isObject(value) && typeof value.name === 'string' ? value.name : '';
  return `an extension that is not known here${name === '' ? '' : ` (${JSON.stringify(name)})`}`;
}

/** Why it stays open what an input is. */
export function inputWords({ type }: Input): string {
  return `its matcher looks at ${INPUTS.get(type) ?? 'an input that is not known here'}`;
}

const INPUTS: ReadonlyMap<string, string> = new Map([
  ['FilterStateInput', 'filter state, which filters set'],
  ['DynamicMetadataInput', 'dynamic metadata, which filters set'],
]);

/** The typed configuration of an extension. */
function configOf(value: unknown): BoundMessage | undefined {
  const config = isObject(value) ? value.typed_config : undefined;
  return isObject(config) ? config : undefined;
}

/** The table of an Any. */
export function idOf(any: BoundMessage | undefined): string | undefined {
  const type = any?.['@type'];
  return typeof type === 'string' ? messageOfType(type)?.id : undefined;
}
