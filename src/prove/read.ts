/** Reads files of properties, YAML or JSON (CONTRACT, prove). */
import { nearest } from '../model/near-miss.ts';
import { type InputError, inputErrorAt } from '../source/errors.ts';
import type { SourceFile } from '../source/load.ts';
import {
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
} from '../source/tree.ts';
import { rangeOf } from './connection.ts';
import {
  CERTIFICATES,
  type Condition,
  type HeaderTest,
  type Leaf,
  OUTCOMES,
  type Property,
  type TextTest,
} from './property.ts';

/** @throws InputError where the file holds no properties, or something that no property has, with its line */
export function readProperties(file: SourceFile): readonly Property[] {
  const found = file.trees.flatMap((tree) => new Reader(file, tree).properties());
  const [first] = file.trees;
  if (found.length > 0 || first === undefined) return found;
  throw new Reader(file, first).wrong(ROOT, 'it holds no property');
}

const MAX_DEPTH = 40;

const HINT =
  'a property has a name, when and then, such as { name: staff only, when: { reaches: { cluster: office } }, then: { header: { name: x-staff } } } (docs/prove.md)';

type Read = (node: NodeId, depth: number) => Condition;

class Reader {
  readonly #file: SourceFile;
  readonly #tree: SourceTree;

  constructor(file: SourceFile, tree: SourceTree) {
    this.#file = file;
    this.#tree = tree;
  }

  wrong(node: NodeId, problem: string, hint: string = HINT): InputError {
    return inputErrorAt(this.#file.name, this.#tree.text, startOf(this.#tree, node), problem, hint);
  }

  properties(): readonly Property[] {
    const root = resolve(this.#tree, ROOT);
    const list =
      this.#kind(root) === NodeKind.List
        ? root
        : this.#fields(root, ['properties'], 'a file').get('properties');
    if (list === undefined || this.#kind(list) !== NodeKind.List)
      throw this.wrong(list ?? root, 'properties are a list under "properties"');
    return [...items(this.#tree, list)].map((each, at) => this.#property(resolve(this.#tree, each), at));
  }

  #property(node: NodeId, at: number): Property {
    const fields = this.#fields(node, ['name', 'when', 'then'], 'a property');
    const [name, when, then] = [fields.get('name'), fields.get('when'), fields.get('then')];
    if (then === undefined) throw this.wrong(node, 'the property says nothing: it has no then');
    const { line, column } = this.#file.lines.position(startOf(this.#tree, node));
    return {
      name: name === undefined ? `property ${at + 1}` : this.#text(name, 'the name'),
      place: { file: this.#file.name, line, column },
      when: when === undefined ? { kind: 'all', of: [] } : this.#condition(when, 0),
      must: this.#condition(then, 0),
    };
  }

  #condition(node: NodeId, depth: number): Condition {
    if (depth > MAX_DEPTH) throw this.wrong(node, `conditions nest deeper than ${MAX_DEPTH} levels`);
    const fields = this.#fields(node, CONDITION_KEYS, 'a condition');
    const outcome = fields.get('outcome');
    const isRedirect = outcome !== undefined && this.#texts(outcome, 'outcome').join() === 'redirect';
    const parts = [...fields].map(([name, each]): Condition => {
      if (name === 'scheme')
        return { kind: 'scheme', scheme: this.#text(each, name), of: isRedirect ? 'location' : 'request' };
      const read = this.#readers[name];
      if (read === undefined) throw this.wrong(each, `a condition has no ${JSON.stringify(name)}`);
      return read(each, depth + 1);
    });
    const [only] = parts;
    return only !== undefined && parts.length === 1 ? only : { kind: 'all', of: parts };
  }

  readonly #readers: { readonly [key: string]: Read } = {
    all: (node, depth) => ({
      kind: 'all',
      of: this.#list(node, 'all').map((each) => this.#condition(each, depth)),
    }),
    any: (node, depth) => ({
      kind: 'any',
      of: this.#list(node, 'any').map((each) => this.#condition(each, depth)),
    }),
    not: (node, depth) => ({ kind: 'not', of: this.#condition(node, depth) }),
    listener: (node) => ({ kind: 'listener', names: this.#texts(node, 'listener') }),
    host: (node) => ({ kind: 'host', names: this.#texts(node, 'host') }),
    method: (node) => ({ kind: 'method', names: this.#texts(node, 'method') }),
    path: (node) => ({ kind: 'path', tests: this.#pathTests(node) }),
    header: (node) => ({ kind: 'header', header: this.#header(node, 'header') }),
    upstream_header: (node) => ({ kind: 'upstream_header', header: this.#header(node, 'upstream_header') }),
    outcome: (node) => ({ kind: 'outcome', kinds: this.#choices(node, 'outcome', OUTCOMES) }),
    status: (node) => ({ kind: 'status', statuses: this.#statuses(node) }),
    reaches: (node) => this.#reaches(node),
    passed: (node) => this.#passed(node),
    connection: (node) => this.#connection(node),
  };

  #reaches(node: NodeId): Condition {
    const fields = this.#fields(node, ['cluster', 'route', 'virtual_host'], 'reaches');
    return this.#together(
      node,
      [...fields].map(([name, each]): Leaf => {
        const kind = name === 'route' ? 'route' : name === 'cluster' ? 'cluster' : 'virtual_host';
        return { kind, names: this.#texts(each, name) };
      }),
      'reaches names a cluster, a route or a virtual_host',
    );
  }

  #passed(node: NodeId): Condition {
    const fields = this.#fields(node, ['filter', 'provider', 'policy'], 'passed');
    const textOf = (name: string): string | undefined => {
      const each = fields.get(name);
      return each === undefined ? undefined : this.#text(each, name);
    };
    if (fields.size === 0) throw this.wrong(node, 'passed names a filter, a provider or a policy');
    const [filter = '*', provider, policy] = [textOf('filter'), textOf('provider'), textOf('policy')];
    return { kind: 'passed', filter, provider, policy };
  }

  #connection(node: NodeId): Condition {
    const fields = this.#fields(node, ['tls', 'client_certificate', 'server_name', 'source'], 'connection');
    return this.#together(
      node,
      [...fields].map(([name, each]): Leaf => {
        if (name === 'tls') return { kind: 'tls', wanted: this.#yes(each, name) };
        if (name === 'server_name') return { kind: 'server_name', names: this.#texts(each, name) };
        if (name === 'source') return { kind: 'source', ranges: this.#ranges(each) };
        const [wanted = 'required'] = this.#choices(each, name, CERTIFICATES);
        return { kind: 'client_certificate', wanted };
      }),
      'connection says something of tls, client_certificate, server_name or source',
    );
  }

  #ranges(node: NodeId): readonly string[] {
    return this.#texts(node, 'source').map((text) => {
      if (rangeOf(text) === undefined)
        throw this.wrong(
          node,
          `source is an address, or a range such as 10.0.0.0/8, not ${JSON.stringify(text)}`,
        );
      return text;
    });
  }

  #together(node: NodeId, parts: readonly Condition[], none: string): Condition {
    const [only] = parts;
    if (only === undefined) throw this.wrong(node, none);
    return parts.length === 1 ? only : { kind: 'all', of: parts };
  }

  #pathTests(node: NodeId): readonly TextTest[] {
    if (this.#kind(node) !== NodeKind.Map)
      return this.#texts(node, 'path').map((text) => ({ how: 'exact', text }));
    return [this.#test(this.#fields(node, ['exact', 'prefix', 'suffix', 'contains', 'regex'], 'path'), node)];
  }

  #header(node: NodeId, where: string): HeaderTest {
    if (this.#kind(node) !== NodeKind.Map)
      return { name: this.#text(node, where).toLowerCase(), test: 'present' };
    const all = this.#fields(
      node,
      ['name', 'present', 'exact', 'prefix', 'suffix', 'contains', 'regex'],
      where,
    );
    const nameNode = all.get('name');
    if (nameNode === undefined) throw this.wrong(node, `${where} has no name`);
    const name = this.#text(nameNode, 'the name of the header').toLowerCase();
    const present = all.get('present');
    const others = new Map([...all].filter(([key]) => key !== 'name' && key !== 'present'));
    if (others.size > 0) return { name, test: this.#test(others, node) };
    const isWanted = present === undefined || this.#yes(present, 'present');
    return { name, test: isWanted ? 'present' : 'absent' };
  }

  #test(fields: ReadonlyMap<string, NodeId>, node: NodeId): TextTest {
    const [[how, text] = [undefined, node], ...more] = fields;
    if (how === undefined || more.length > 0)
      throw this.wrong(node, 'one of exact, prefix, suffix, contains and regex says what the text has to be');
    return { how: how as TextTest['how'], text: this.#text(text, how) };
  }

  #statuses(node: NodeId): readonly number[] {
    return this.#texts(node, 'status').map((text) => {
      if (!/^[1-5][0-9][0-9]$/.test(text)) throw this.wrong(node, `${JSON.stringify(text)} is no status`);
      return Number(text);
    });
  }

  #choices<T extends string>(node: NodeId, what: string, known: readonly T[]): readonly T[] {
    return this.#texts(node, what).map((text) => {
      const choice = known.find((each) => each === text);
      if (choice === undefined)
        throw this.wrong(node, `${what} is ${known.join(', ')}, not ${JSON.stringify(text)}`);
      return choice;
    });
  }

  #list(node: NodeId, what: string): readonly NodeId[] {
    if (this.#kind(node) !== NodeKind.List) throw this.wrong(node, `${what} holds a list of conditions`);
    return [...items(this.#tree, node)].map((each) => resolve(this.#tree, each));
  }

  /** One text, or a list of them, of which any will do. */
  #texts(node: NodeId, what: string): readonly string[] {
    if (this.#kind(node) !== NodeKind.List) return [this.#text(node, what)];
    const all = this.#list(node, what).map((each) => this.#text(each, what));
    if (all.length === 0) throw this.wrong(node, `the list of ${what} is empty`);
    return all;
  }

  #text(node: NodeId, what: string): string {
    const kind = this.#kind(node);
    if (kind === NodeKind.Map || kind === NodeKind.List)
      throw this.wrong(node, `${what} is a text, not ${kind === NodeKind.Map ? 'an object' : 'a list'}`);
    const text = scalarText(this.#tree, node);
    if (text === '') throw this.wrong(node, `${what} is empty`);
    return text;
  }

  #yes(node: NodeId, what: string): boolean {
    const value = plainValue(this.#tree, node);
    if (typeof value !== 'boolean') throw this.wrong(node, `${what} is true or false`);
    return value;
  }

  #kind(node: NodeId): NodeKind {
    return kindOf(this.#tree, node);
  }

  #fields(node: NodeId, known: readonly string[], where: string): ReadonlyMap<string, NodeId> {
    if (this.#kind(node) !== NodeKind.Map)
      throw this.wrong(node, `${where} is an object with ${listed(known)}`);
    const fields = new Map<string, NodeId>();
    for (const key of keys(this.#tree, node)) {
      const name = scalarText(this.#tree, key);
      if (!known.includes(name)) {
        const near = nearest(name, known);
        const takes = known.includes('then') ? HINT : `it takes ${listed(known)}`;
        const hint = near === undefined ? takes : `did you mean ${near}?`;
        throw this.wrong(key, `${where} has no ${JSON.stringify(name)}`, hint);
      }
      if (fields.has(name)) throw this.wrong(key, `${name} stands twice`);
      fields.set(name, resolve(this.#tree, key + 1));
    }
    return fields;
  }
}

const CONDITION_KEYS = [
  'listener',
  'host',
  'path',
  'method',
  'header',
  'reaches',
  'outcome',
  'status',
  'scheme',
  'passed',
  'connection',
  'upstream_header',
  'all',
  'any',
  'not',
];

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
