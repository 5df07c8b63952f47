/** Conditions of policies as expressions, with requests: a part of {@link CHAINS}. */
import type { ChainCase } from './chains.ts';

const string = (value: string) => ({ const_expr: { string_value: value } });
const number = (value: number) => ({ const_expr: { int64_value: value } });
const name = (path: string): object => {
  const [first = '', ...fields] = path.split('.');
  return fields.reduce<object>((operand, field) => ({ select_expr: { operand, field } }), {
    ident_expr: { name: first },
  });
};
const has = (path: string): object => {
  const at = path.lastIndexOf('.');
  return { select_expr: { operand: name(path.slice(0, at)), field: path.slice(at + 1), test_only: true } };
};
const call = (named: string, ...args: readonly object[]) => ({ call_expr: { function: named, args } });
const method = (target: object, named: string, ...args: readonly object[]) => ({
  call_expr: { target, function: named, args },
});
const header = (named: string) => call('_[_]', name('request.headers'), string(named));

const ANY = [{ any: true }];
const rbac = (condition: object, more: object = {}) => ({
  name: 'rbac',
  typed_config: {
    '@type': 'type.googleapis.com/envoy.extensions.filters.http.rbac.v3.RBAC',
    rules: { policies: { asks: { permissions: ANY, principals: ANY, condition, ...more } } },
  },
});

const asking = (what: string, condition: object, requests: ChainCase['requests']): ChainCase => ({
  name: `rbac with an expression: ${what}`,
  fact: 125,
  filters: [rbac(condition)],
  requests,
});

export const EXPRESSIONS: readonly ChainCase[] = [
  asking('a constant', { const_expr: { bool_value: true } }, [[{}, 'passes']]),
  asking('a constant that is no truth value', number(1), [[{}, 403]]),
  asking('the path with its query', call('_==_', name('request.path'), string('/a?x')), [
    [{ path: '/a?x' }, 'passes'],
    [{ path: '/a' }, 403],
  ]),
  asking('the path without its query', call('_==_', name('request.url_path'), string('/a')), [
    [{ path: '/a?x' }, 'passes'],
    [{ path: '/b' }, 403],
  ]),
  asking('the query', call('_!=_', name('request.query'), string('')), [
    [{ path: '/a?x' }, 'passes'],
    [{ path: '/a?' }, 403],
    [{ path: '/a' }, 403],
  ]),
  asking(
    'host, method and scheme',
    call(
      '_&&_',
      method(name('request.host'), 'startsWith', string('shop')),
      call(
        '_&&_',
        call('_==_', name('request.method'), string('GET')),
        call('_==_', name('request.scheme'), string('http')),
      ),
    ),
    [
      [{}, 'passes'],
      [{ method: 'POST' }, 403],
      [{ authority: 'open.test' }, 403],
    ],
  ),
  asking('a header, whose letters may be of either case', call('_==_', header('X-A'), string('1')), [
    [{ headers: { 'x-a': '1' } }, 'passes'],
    [{ headers: { 'x-a': '2' } }, 403],
    [{}, 403],
  ]),
  asking(
    'a header that is not there is an error, which does not hold',
    call('!_', call('_==_', header('x-a'), string('1'))),
    [
      [{}, 403],
      [{ headers: { 'x-a': '2' } }, 'passes'],
    ],
  ),
  asking(
    'one side that decides, whatever the other comes to',
    call(
      '_||_',
      call('_==_', header('x-a'), string('1')),
      call('_==_', name('request.method'), string('GET')),
    ),
    [
      [{}, 'passes'],
      [{ method: 'POST' }, 403],
    ],
  ),
  asking('has', call('_&&_', has('request.referer'), call('!_', has('request.headers.b'))), [
    [{ headers: { referer: 'http://x.test' } }, 'passes'],
    [{}, 403],
    [{ headers: { referer: 'http://x.test', b: '1' } }, 403],
  ]),
  asking(
    'in a list',
    call('@in', name('request.method'), { list_expr: { elements: [string('PUT'), string('GET')] } }),
    [
      [{}, 'passes'],
      [{ method: 'POST' }, 403],
    ],
  ),
  asking('in headers', call('@in', string('x-a'), name('request.headers')), [
    [{ headers: { 'x-a': '' } }, 'passes'],
    [{}, 403],
  ]),
  asking(
    'the end and a part of a text',
    call(
      '_&&_',
      method(name('request.url_path'), 'endsWith', string('.png')),
      method(name('request.url_path'), 'contains', string('/img/')),
    ),
    [
      [{ path: '/x/img/a.png' }, 'passes'],
      [{ path: '/x/a.png' }, 403],
    ],
  ),
  asking(
    'a choice',
    call(
      '_?_:_',
      call('_==_', name('request.method'), string('GET')),
      { const_expr: { bool_value: true } },
      call('_==_', header('x-a'), string('1')),
    ),
    [
      [{}, 'passes'],
      [{ method: 'POST' }, 403],
      [{ method: 'POST', headers: { 'x-a': '1' } }, 'passes'],
    ],
  ),
  asking('order of texts', call('_<_', name('request.url_path'), string('/b')), [
    [{ path: '/a' }, 'passes'],
    [{ path: '/c' }, 403],
  ]),
  asking(
    'the connection',
    call(
      '_&&_',
      call('!_', name('connection.mtls')),
      call('_==_', name('connection.requested_server_name'), string('')),
    ),
    [[{}, 'passes']],
  ),
  asking('several values of a header, which are one text', call('_==_', header('x-a'), string('1,2')), [
    [{ headers: { 'x-a': '1,2' }, repeated: { 'x-a': ['1', '2'] } }, 'passes'],
  ]),
  asking('an attribute that there is not', call('_==_', name('request.nothing'), string('')), [[{}, 'open']]),
  asking('a function that is not evaluated here', method(name('request.path'), 'matches', string('/a.*')), [
    [{}, 'open'],
  ]),
  {
    name: 'rbac with a checked expression, which the proxy does not look at',
    fact: 125,
    filters: [
      rbac(
        { const_expr: { bool_value: true } },
        { checked_condition: { expr: { const_expr: { bool_value: false } } } },
      ),
    ],
    requests: [[{}, 'passes']],
  },
];
