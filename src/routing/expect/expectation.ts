/** What a test expects. */
import { isNull, items, kindOf, type NodeId, NodeKind, resolve, type SourceTree } from '../../source/tree.ts';
import { fieldsOf, headerPairs, textOf, unknown } from './fields.ts';
import { readMatcher, type TestMatcher } from './newer-matcher.ts';

const TEXTS = [
  'cluster_name',
  'virtual_cluster_name',
  'virtual_host_name',
  'path_rewrite',
  'host_rewrite',
  'path_redirect',
] as const;
const CODES = ['response_code', 'code_redirect'] as const;
const FIELDS = ['header_fields', 'custom_header_fields'] as const;
const MATCHES = ['request_header_matches', 'response_header_matches'] as const;
const KNOWN = [...TEXTS, ...CODES, ...MATCHES, ...FIELDS];

export type TextKey = (typeof TEXTS)[number];

export type Expectation =
  | { readonly kind: 'text'; readonly key: TextKey; readonly expected: string }
  | { readonly kind: 'code'; readonly key: (typeof CODES)[number]; readonly expected: string }
  /** A request header as it goes upstream. */
  | {
      readonly kind: 'header';
      readonly key: (typeof FIELDS)[number];
      readonly name: string;
      readonly expected: string;
    }
  | {
      readonly kind: 'match';
      readonly key: (typeof MATCHES)[number];
      readonly matcher: TestMatcher;
    };

/** Reads `validate`; what cannot be understood is added to `problems`. */
export function readExpectations(
  tree: SourceTree,
  validate: NodeId,
  namespace: string,
  problems: string[],
): readonly Expectation[] {
  return fieldsOf(tree, validate).flatMap((field): readonly Expectation[] => {
    const { name, written, node } = field;
    if (isNull(tree, node)) return [];
    const text = TEXTS.find((key) => key === name);
    const code = CODES.find((key) => key === name);
    const header = FIELDS.find((key) => key === name);
    const match = MATCHES.find((key) => key === name);
    if (text) return [{ kind: 'text', key: text, expected: textOf(tree, field, problems) }];
    if (code) return [{ kind: 'code', key: code, expected: textOf(tree, field, problems) }];
    if (header)
      return headerPairs(tree, node, written, problems).map(([pairName, expected]) => ({
        kind: 'header',
        key: header,
        name: pairName,
        expected,
      }));
    if (match)
      return entriesOf(tree, node).map((entry) => ({
        kind: 'match',
        key: match,
        matcher: readMatcher(tree, entry, written, namespace, problems),
      }));
    problems.push(unknown(written, 'validate', KNOWN));
    return [];
  });
}

function entriesOf(tree: SourceTree, node: NodeId): readonly NodeId[] {
  return kindOf(tree, node) === NodeKind.List
    ? [...items(tree, node)].map((item) => resolve(tree, item))
    : [node];
}
