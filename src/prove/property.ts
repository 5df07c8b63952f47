/** What a file of properties asks (CONTRACT, prove). */
import { fitsPattern } from '../model/name-pattern.ts';

/** A pattern of names: `*` stands for any text, `?` for one character. */
export type NamePattern = string;

/** What a text has to be. */
export interface TextTest {
  readonly how: 'exact' | 'prefix' | 'suffix' | 'contains' | 'regex';
  readonly text: string;
}

/** A header in one of its values; `present` asks only whether it is there. */
export interface HeaderTest {
  readonly name: string;
  readonly test: TextTest | 'present' | 'absent';
}

export const OUTCOMES = ['forward', 'redirect', 'answered', 'direct_response', 'not_found'] as const;
export type OutcomeKind = (typeof OUTCOMES)[number];

export const CERTIFICATES = ['required', 'optional'] as const;

/** One condition on a request, its connection, its way or its end. Several patterns: any of them. */
export type Leaf =
  | { readonly kind: 'listener'; readonly names: readonly NamePattern[] }
  | { readonly kind: 'host'; readonly names: readonly NamePattern[] }
  | { readonly kind: 'path'; readonly tests: readonly TextTest[] }
  | { readonly kind: 'method'; readonly names: readonly string[] }
  | { readonly kind: 'header'; readonly header: HeaderTest }
  /** Of the request, or of where a redirect leads (beside `outcome: redirect`). */
  | { readonly kind: 'scheme'; readonly scheme: string; readonly of: 'request' | 'location' }
  | { readonly kind: 'cluster' | 'route' | 'virtual_host'; readonly names: readonly NamePattern[] }
  | { readonly kind: 'outcome'; readonly kinds: readonly OutcomeKind[] }
  | { readonly kind: 'status'; readonly statuses: readonly number[] }
  | {
      readonly kind: 'passed';
      readonly filter: NamePattern;
      readonly provider: NamePattern | undefined;
      readonly policy: NamePattern | undefined;
    }
  | { readonly kind: 'tls'; readonly wanted: boolean }
  | { readonly kind: 'client_certificate'; readonly wanted: (typeof CERTIFICATES)[number] }
  | { readonly kind: 'server_name'; readonly names: readonly NamePattern[] }
  | { readonly kind: 'source'; readonly ranges: readonly string[] }
  /** As it arrives upstream. */
  | { readonly kind: 'upstream_header'; readonly header: HeaderTest };

export type Condition =
  | { readonly kind: 'all' | 'any'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }
  | Leaf;

export interface Property {
  readonly name: string;
  /** Where it stands; null for a built-in one. */
  readonly place: { readonly file: string; readonly line: number; readonly column: number } | null;
  readonly when: Condition;
  /** What has to hold of every request that is meant. */
  readonly must: Condition;
}

/** Whether a name fits a pattern. */
export function fitsName(pattern: NamePattern, name: string): boolean {
  return fitsPattern(pattern, name, '?');
}

export function fitsAny(patterns: readonly NamePattern[], name: string): boolean {
  return patterns.some((each) => fitsName(each, name));
}

/** All conditions in one, as they stand in it. */
export function leavesOf(condition: Condition): readonly Leaf[] {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return condition.of.flatMap(leavesOf);
    case 'not':
      return leavesOf(condition.of);
    default:
      return [condition];
  }
}
