/** Reads expectation files in every spelling of the proxy's route check tool (CONTRACT, test; docs/test-format.md). */

import { type Data, ExactNumber } from '../../source/data.ts';
import { InputError, inputErrorAt } from '../../source/errors.ts';
import type { SourceFile } from '../../source/load.ts';
import {
  isNull,
  items,
  keys,
  kindOf,
  type NodeId,
  NodeKind,
  plainValue,
  ROOT,
  resolve,
  type SourceTree,
  scalarText,
  startOf,
} from '../../source/tree.ts';
import { lowerAscii } from '../../traffic/text.ts';
import type { Request } from '../request/request.ts';
import { parseRequest, valueText } from '../request/request-json.ts';
import { type Expectation, readExpectations } from './expectation.ts';
import { type Field, fieldsOf, headerPairs, textOf, unknown } from './fields.ts';
import { PEER } from './spellings.ts';

export interface RouteTest {
  readonly name: string;
  /** From 1. */
  readonly line: number;
  readonly request: Request;
  /** The one runtime key that is switched on. */
  readonly runtime: string | undefined;
  /** Headers that the upstream is taken to answer with. */
  readonly responseHeaders: ReadonlyMap<string, string>;
  readonly expectations: readonly Expectation[];
  /** What of the test cannot be understood; such a test fails. */
  readonly problems: readonly string[];
}

/** Every test of a file. @throws InputError where the file holds no list of tests */
export function readTests(file: SourceFile, namespace: string): readonly RouteTest[] {
  const found = file.trees.flatMap((tree) => {
    const list = listIn(file, tree);
    return [...items(tree, list)].map((node, index) =>
      readTest(file, tree, resolve(tree, node), index, namespace),
    );
  });
  if (found.length === 0)
    throw new InputError({
      file: file.name,
      problem: 'it holds no test',
      hint: 'a test file is a list under "tests", each with test_name, input and validate (docs/test-format.md)',
    });
  return found;
}

function listIn(file: SourceFile, tree: SourceTree): NodeId {
  const root = resolve(tree, ROOT);
  if (kindOf(tree, root) === NodeKind.List) return root;
  if (kindOf(tree, root) === NodeKind.Map) {
    for (const key of keys(tree, root)) {
      const name = scalarText(tree, key);
      const list = resolve(tree, key + 1);
      if (name !== 'tests')
        throw wrong(file, tree, key, `a test file has no ${JSON.stringify(name)}, only a list under "tests"`);
      if (kindOf(tree, list) === NodeKind.List) return list;
    }
  }
  throw wrong(file, tree, root, 'this is no list of tests');
}

function wrong(file: SourceFile, tree: SourceTree, node: NodeId, problem: string): InputError {
  const hint =
    'a test file is a list under "tests", each with test_name, input and validate (docs/test-format.md)';
  return inputErrorAt(file.name, tree.text, startOf(tree, node), problem, hint);
}

function readTest(
  file: SourceFile,
  tree: SourceTree,
  node: NodeId,
  index: number,
  namespace: string,
): RouteTest {
  if (kindOf(tree, node) !== NodeKind.Map)
    throw wrong(file, tree, node, 'a test has test_name, input and validate');
  const problems: string[] = [];
  const parts = new Map<string, NodeId>();
  let testName: string | undefined;
  for (const field of fieldsOf(tree, node)) {
    const { name, written } = field;
    if (name === 'test_name') testName = textOf(tree, field, problems);
    else if (name === 'input' || name === 'validate') parts.set(name, field.node);
    else problems.push(unknown(written, 'a test', ['test_name', 'input', 'validate']));
  }
  const input = readInput(file, tree, node, parts.get('input'), problems);
  const validate = parts.get('validate');
  const expectations =
    validate === undefined ? [] : readExpectations(tree, resolve(tree, validate), namespace, problems);
  if (expectations.length === 0 && problems.length === 0)
    problems.push('the test expects nothing: give it at least one key under validate');
  return {
    name: testName ?? `test ${index + 1}`,
    line: file.lines.position(startOf(tree, node)).line,
    ...input,
    expectations,
    problems,
  };
}

const INPUT_KEYS = [
  'authority',
  'path',
  'method',
  'ssl',
  'internal',
  'random_value',
  'runtime',
  'additional_request_headers',
  'additional_response_headers',
  'additional_headers',
  'route_config',
  'listener',
  'server_name',
  'alpn',
  'dynamic_metadata',
] as const;

const TEXTS = ['authority', 'path', 'method', 'route_config', 'listener', 'server_name', 'alpn'] as const;

function isText(name: string): name is (typeof TEXTS)[number] {
  return TEXTS.some((each) => each === name);
}

function readInput(
  file: SourceFile,
  tree: SourceTree,
  test: NodeId,
  input: NodeId | undefined,
  problems: string[],
): Pick<RouteTest, 'request' | 'runtime' | 'responseHeaders'> {
  if (input === undefined || kindOf(tree, resolve(tree, input)) !== NodeKind.Map)
    throw wrong(file, tree, input ?? test, 'a test needs an input with authority and path');
  const given: { [key: string]: Data } = {};
  const headers: { [name: string]: Data[] } = Object.create(null);
  const responseHeaders = new Map<string, string>();
  let runtime: string | undefined;
  for (const field of fieldsOf(tree, resolve(tree, input))) {
    const { name, written, node } = field;
    if (isNull(tree, node)) continue;
    if (name === 'runtime') runtime = textOf(tree, field, problems);
    else if (name === 'additional_headers' || name === 'additional_request_headers')
      for (const [key, value] of headerPairs(tree, node, written, problems)) {
        headers[key] ??= [];
        headers[key].push(value);
      }
    else if (name === 'additional_response_headers')
      for (const [key, value] of headerPairs(tree, node, written, problems))
        responseHeaders.set(lowerAscii(key), value);
    else if (name === 'ssl') given.scheme = isYes(tree, field, problems) ? 'https' : 'http';
    else if (name === 'internal') given.internal = isYes(tree, field, problems);
    else if (isText(name)) given[name] = textOf(tree, field, problems);
    else if (name === 'dynamic_metadata') given.dynamic_metadata = metadataIn(plainValue(tree, node));
    else if (name === 'random_value') given.random_value = wholeNumber(plainValue(tree, node));
    else problems.push(unknown(written, 'an input', INPUT_KEYS));
  }
  const ordinary = Object.entries(headers).filter(([key]) => !key.startsWith(':'));
  for (const [key, [value]] of Object.entries(headers))
    if (key.startsWith(':') && value !== undefined) given[key.slice(1)] ??= value;
  const result = parseRequest({
    random_value: 0,
    // The tool's connections come from itself.
    remote_address: PEER,
    ...given,
    headers: Object.fromEntries(ordinary),
  });
  if ('problem' in result) throw wrong(file, tree, input, result.problem);
  return { request: result.request, runtime, responseHeaders };
}

/** Namespaces and what stands in them, which may be wrapped as the proxy has it. */
function metadataIn(value: Data): Data {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { filter_metadata: snake, filterMetadata: camel } = value as { readonly [key: string]: Data };
  return snake ?? camel ?? value;
}

/** Digits written as text count too, as in every JSON form of the proxy. */
function wholeNumber(value: Data): Data {
  return value instanceof ExactNumber ? value.text : value;
}

function isYes(tree: SourceTree, { node, written }: Field, problems: string[]): boolean {
  const value = plainValue(tree, node);
  if (typeof value !== 'boolean' && value !== 'true' && value !== 'false')
    problems.push(`${written} is true or false, not ${valueText(value)}`);
  return value === true || value === 'true';
}
