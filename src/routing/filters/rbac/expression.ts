/**
 * Conditions of policies as expressions (CEL, given as their syntax tree). Read are texts, numbers and truth values,
 * lists of these, comparisons, `&&`, `||`, `!`, `?:`, `in`, `[]`, `has`, `startsWith`, `endsWith`, `contains`, and of
 * what they ask about `request` (but for its time, size and id), `connection.mtls`, `connection.requested_server_name`
 * and `destination.port`. All else leaves the answer open.
 */
import { isObject } from '../../../model/bound.ts';
import { lowerAscii } from '../../../traffic/text.ts';
import type { Answer } from '../../regex/regexes.ts';
import type { FilterVisit } from '../filter.ts';

/** Errors are values: a condition that ends in one does not hold. */
type Value =
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'int' | 'uint' | 'double'; readonly value: number }
  | { readonly kind: 'bool'; readonly value: boolean }
  | { readonly kind: 'null'; readonly value: null }
  | { readonly kind: 'list'; readonly items: readonly Value[] }
  /** What is not looked at whole: `request`, `request.headers`. */
  | { readonly kind: 'place'; readonly path: string }
  | { readonly kind: 'error' }
  | { readonly kind: 'open'; readonly why: string };

type Tree = { readonly [field: string]: unknown };

const ERROR: Value = { kind: 'error' };
const TRUE: Value = { kind: 'bool', value: true };
const FALSE: Value = { kind: 'bool', value: false };

const bool = (is: boolean): Value => (is ? TRUE : FALSE);
const text = (value: string | undefined): Value => (value === undefined ? ERROR : { kind: 'string', value });
const open = (what: string): Value => ({
  kind: 'open',
  why: `its condition is an expression with ${what}, which is not evaluated here`,
});

/** Deeper ones are no expression of people. */
const DEEPEST = 60;

export function expressionHolds(expression: unknown, visit: FilterVisit): Answer {
  const value = evaluated(expression, visit, 0);
  if (value.kind === 'open') return { undecided: value.why };
  return value.kind === 'bool' && value.value;
}

/** A field by its name, in either spelling: nobody reads these trees before. */
function part(tree: Tree, name: string): unknown {
  return tree[name] ?? tree[name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())];
}

function evaluated(tree: unknown, visit: FilterVisit, depth: number): Value {
  if (depth > DEEPEST || !isObject(tree)) return open('a part that cannot be read');
  const inner = (each: unknown): Value => evaluated(each, visit, depth + 1);
  const [constant, name, select, call, list] = [
    part(tree, 'const_expr'),
    part(tree, 'ident_expr'),
    part(tree, 'select_expr'),
    part(tree, 'call_expr'),
    part(tree, 'list_expr'),
  ];
  if (isObject(constant)) return constantOf(constant);
  if (isObject(name)) return placeOf(String(name.name ?? ''), visit);
  if (isObject(select)) return selected(select, inner(select.operand), visit);
  if (isObject(call)) return called(call, inner, visit);
  if (isObject(list)) {
    const items = (Array.isArray(list.elements) ? list.elements : []).map(inner);
    return items.find(({ kind }) => kind === 'open' || kind === 'error') ?? { kind: 'list', items };
  }
  return open('a part that is not known here');
}

function constantOf(constant: Tree): Value {
  const [string, is, int, uint, double] = [
    part(constant, 'string_value'),
    part(constant, 'bool_value'),
    part(constant, 'int64_value'),
    part(constant, 'uint64_value'),
    part(constant, 'double_value'),
  ];
  if (typeof string === 'string') return text(string);
  if (typeof is === 'boolean') return bool(is);
  for (const [kind, number] of [
    ['int', int],
    ['uint', uint],
    ['double', double],
  ] as const)
    if (number !== undefined && Number.isSafeInteger(Number(number))) return { kind, value: Number(number) };
  return 'null_value' in constant || 'nullValue' in constant
    ? { kind: 'null', value: null }
    : open('a constant that is not known here');
}

/** What a name stands for, such as `request.headers`. */
function placeOf(path: string, visit: FilterVisit): Value {
  const { request, client } = visit;
  switch (path) {
    case 'request':
    case 'request.headers':
    case 'connection':
    case 'destination':
      return { kind: 'place', path };
    case 'request.path':
      return text(request.header(':path'));
    case 'request.url_path':
      return text(request.barePath);
    case 'request.query':
      return text(request.rawPath.slice(request.barePath.length + 1));
    case 'request.host':
      return text(request.header(':authority'));
    case 'request.method':
      return text(request.request.method);
    case 'request.scheme':
      return text(request.header(':scheme'));
    case 'request.referer':
      return text(request.header('referer'));
    case 'request.useragent':
      return text(request.header('user-agent'));
    case 'connection.requested_server_name':
      return typeof client.serverName === 'string'
        ? text(client.serverName)
        : { kind: 'open', why: client.serverName.undecided };
    case 'connection.mtls':
      return presentsCertificate(client);
    case 'destination.port':
      return client.port === undefined
        ? {
            kind: 'open',
            why: 'the request does not tell the port that the client connected to (--listener)',
          }
        : { kind: 'int', value: client.port };
    default:
      return path.startsWith('request.headers.')
        ? headerOf(path.slice('request.headers.'.length), visit)
        : open(JSON.stringify(path));
  }
}

function presentsCertificate({ tls, certificate, wantsCertificate }: FilterVisit['client']): Value {
  if (tls === undefined) return { kind: 'open', why: 'it is not known whether the connection has TLS' };
  if (tls && certificate === undefined && wantsCertificate)
    return {
      kind: 'open',
      why: 'the request does not tell the certificate of the client (--client-certificate)',
    };
  return bool(tls && certificate !== undefined);
}

function headerOf(name: string, { request }: FilterVisit): Value {
  return text(request.header(lowerAscii(name)));
}

function selected(select: Tree, operand: Value, visit: FilterVisit): Value {
  if (operand.kind === 'open' || operand.kind === 'error') return operand;
  if (operand.kind !== 'place') return open('a field of a value');
  const value = placeOf(`${operand.path}.${String(select.field ?? '')}`, visit);
  if (part(select, 'test_only') !== true || value.kind === 'open') return value;
  return bool(value.kind !== 'error');
}

function called(call: Tree, inner: (each: unknown) => Value, visit: FilterVisit): Value {
  const { function: name, args } = call;
  const given = [...(isObject(call.target) ? [call.target] : []), ...(Array.isArray(args) ? args : [])];
  const values = given.map(inner);
  const [first = ERROR, second = ERROR, third = ERROR] = values;
  switch (name) {
    case '_&&_':
      return both(first, second, false);
    case '_||_':
      return both(first, second, true);
    case '!_':
      return first.kind === 'bool' ? bool(!first.value) : first.kind === 'open' ? first : ERROR;
    case '_?_:_':
      return first.kind === 'bool' ? (first.value ? second : third) : first.kind === 'open' ? first : ERROR;
  }
  const failed = values.find(({ kind }) => kind === 'open') ?? values.find(({ kind }) => kind === 'error');
  if (failed !== undefined) return failed;
  switch (name) {
    case '_==_':
      return equal(first, second);
    case '_!=_': {
      const same = equal(first, second);
      return same.kind === 'bool' ? bool(!same.value) : same;
    }
    case '_[_]':
      return first.kind === 'place' && first.path === 'request.headers' && second.kind === 'string'
        ? headerOf(second.value, visit)
        : open('an index');
    case '@in':
    case '_in_':
    case 'in':
      return within(first, second, visit);
    default:
      return first.kind === 'string' && second.kind === 'string'
        ? ofTexts(String(name), first.value, second.value)
        : ordered(String(name), first, second);
  }
}

/** One side that decides is enough, whatever becomes of the other. */
function both(first: Value, second: Value, decides: boolean): Value {
  const sides = [first, second];
  if (sides.some((each) => each.kind === 'bool' && each.value === decides)) return bool(decides);
  const failed = sides.find(({ kind }) => kind === 'open') ?? sides.find(({ kind }) => kind !== 'bool');
  if (failed === undefined) return bool(!decides);
  return failed.kind === 'open' ? failed : ERROR;
}

function equal(first: Value, second: Value): Value {
  if (!('value' in first) || !('value' in second) || first.kind !== second.kind)
    return open('a comparison of values of different kinds');
  return bool(first.value === second.value);
}

function within(first: Value, second: Value, visit: FilterVisit): Value {
  if (second.kind === 'place' && second.path === 'request.headers' && first.kind === 'string')
    return bool(headerOf(first.value, visit).kind !== 'error');
  if (second.kind !== 'list') return open('in');
  const all = second.items.map((item) => equal(first, item));
  return all.find((each) => each === TRUE) ?? all.find(({ kind }) => kind === 'open') ?? FALSE;
}

function ofTexts(name: string, first: string, second: string): Value {
  switch (name) {
    case 'startsWith':
      return bool(first.startsWith(second));
    case 'endsWith':
      return bool(first.endsWith(second));
    case 'contains':
      return bool(first.includes(second));
    default:
      return order(name, Buffer.compare(Buffer.from(first), Buffer.from(second)));
  }
}

function ordered(name: string, first: Value, second: Value): Value {
  const isNumber = ({ kind }: Value): boolean => kind === 'int' || kind === 'uint' || kind === 'double';
  if (!isNumber(first) || first.kind !== second.kind || !('value' in first) || !('value' in second))
    return open(`the function ${JSON.stringify(name)}`);
  return order(name, Number(first.value) - Number(second.value));
}

function order(name: string, difference: number): Value {
  switch (name) {
    case '_<_':
      return bool(difference < 0);
    case '_<=_':
      return bool(difference <= 0);
    case '_>_':
      return bool(difference > 0);
    case '_>=_':
      return bool(difference >= 0);
    default:
      return open(`the function ${JSON.stringify(name)}`);
  }
}
