/** Scripts that LuaJIT reads and does not: what is said of each, held to the real proxy. */
import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { askValidate } from '../../../scripts/proxy/validate-mode.ts';
import { luaProblem } from '../../../src/analyze/fields/lua.ts';
import { PROXY } from '../../proxy/program.ts';
import { found } from '../analyzed.ts';

/** By what is said, `fine`, or `left` where nothing is said of what the proxy refuses; JSON texts behind a blank. */
const cases = readFileSync('test/analyze/rules/lua.txt', 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const at = line.indexOf(' ');
    return { verdict: line.slice(0, at), script: String(JSON.parse(line.slice(at + 1))) };
  });

describe('scripts', () => {
  test.each(cases)('$verdict: $script', ({ verdict, script }) => {
    expect(luaProblem(script) === undefined ? 'fine' : 'refused').toBe(verdict === 'left' ? 'fine' : verdict);
  });

  it('says where, and shows no names or values', () => {
    expect(luaProblem('local key = "x"\nif secret123 then\n  return 42 }')).toBe(
      'has to be a Lua script: line 3 has "}" where "end" has to stand',
    );
    expect(luaProblem('token = hidden hidden2')).toBe(
      'has to be a Lua script: line 1 has the end of the script where "=" has to stand',
    );
    expect(luaProblem('x = "a\n"')).toBe('has to be a Lua script: line 1 has a string that is not closed');
  });

  it('takes time that grows with the script, however it is nested', () => {
    for (const part of [
      '(',
      '{',
      'x = function() ',
      'if x then ',
      'f(',
      '- ',
      '"\\065',
      '[[',
      'a.',
      '--[[',
    ]) {
      const script = part.repeat(20_000);
      expect(() => luaProblem(script)).not.toThrow();
    }
  });
});

const T = 'type.googleapis.com/envoy.extensions';
const LUA = `${T}.filters.http.lua.v3.Lua`;
const ROUTER = { name: 'router', typed_config: { '@type': `${T}.filters.http.router.v3.Router` } };

/** A bootstrap with a connection manager. */
const bootstrap = (filter: object, route: object = {}, more: object = {}): string =>
  JSON.stringify({
    static_resources: {
      clusters: [{ name: 'c', type: 'STATIC', connect_timeout: '1s' }],
      listeners: [
        {
          name: 'l',
          address: { socket_address: { address: '127.0.0.1', port_value: 10_000 } },
          filter_chains: [
            {
              filters: [
                {
                  name: 'manager',
                  typed_config: {
                    '@type': `${T}.filters.network.http_connection_manager.v3.HttpConnectionManager`,
                    stat_prefix: 's',
                    http_filters: [{ name: 'lua', typed_config: { '@type': LUA, ...filter } }, ROUTER],
                    route_config: {
                      virtual_hosts: [
                        {
                          name: 'v',
                          domains: ['*'],
                          routes: [{ match: { prefix: '/' }, route: { cluster: 'c' }, ...route }],
                        },
                      ],
                      ...more,
                    },
                  },
                },
              ],
            },
          ],
        },
      ],
    },
  });

const BAD = 'function envoy_on_request(h) if then end';
const perRoute = (config: object): object => ({
  typed_per_filter_config: { lua: { '@type': `${T}.filters.http.lua.v3.LuaPerRoute`, ...config } },
});
const places: readonly (readonly [place: string, pointer: RegExp | undefined, text: string])[] = [
  ['inline_code', /\/inline_code$/, bootstrap({ inline_code: BAD })],
  [
    'default_source_code',
    /\/default_source_code\/inline_string$/,
    bootstrap({ default_source_code: { inline_string: BAD } }),
  ],
  [
    'source_codes',
    /\/source_codes\/a\.lua\/inline_bytes$/,
    bootstrap({ source_codes: { 'a.lua': { inline_bytes: Buffer.from(BAD).toString('base64') } } }),
  ],
  [
    'settings of a route',
    /\/source_code\/inline_string$/,
    bootstrap({}, perRoute({ source_code: { inline_string: BAD } })),
  ],
  [
    'settings of a route that are off',
    undefined,
    bootstrap(
      {},
      {
        typed_per_filter_config: {
          lua: {
            '@type': 'type.googleapis.com/envoy.config.route.v3.FilterConfig',
            disabled: true,
            config: { '@type': `${T}.filters.http.lua.v3.LuaPerRoute`, source_code: { inline_string: BAD } },
          },
        },
      },
    ),
  ],
  [
    'a cluster specifier',
    /\/source_code\/inline_string$/,
    bootstrap(
      {},
      { route: { cluster_specifier_plugin: 'p' } },
      {
        cluster_specifier_plugins: [
          {
            extension: {
              name: 'p',
              typed_config: {
                '@type': `${T}.router.cluster_specifiers.lua.v3.LuaConfig`,
                source_code: { inline_string: BAD },
              },
            },
          },
        ],
      },
    ),
  ],
  [
    'a matcher of texts',
    /\/source_code\/inline_string$/,
    bootstrap(
      {},
      {
        match: {
          prefix: '/',
          headers: [
            {
              name: 'x',
              string_match: {
                custom: {
                  name: 'lua',
                  typed_config: {
                    '@type': `${T}.string_matcher.lua.v3.Lua`,
                    source_code: { inline_string: BAD },
                  },
                },
              },
            },
          ],
        },
      },
    ),
  ],
];

test.each(places)('a script in %s is looked at where the proxy does', (_, pointer, text) => {
  const findings = found('invalid-value', text);
  expect(findings.map((each) => each.pointer)).toEqual(
    pointer === undefined ? [] : [expect.stringMatching(pointer)],
  );
});

describe.skipIf(PROXY === undefined)('against the real proxy', () => {
  test.each(places)('%s', async (_, pointer, text) => {
    const { refused } = await askValidate(PROXY ?? '', text);
    expect(refused !== undefined, refused).toBe(pointer !== undefined);
  });

  it('reads just the scripts that are called fine', async () => {
    const wrong: string[] = [];
    const ask = async ({ verdict, script }: (typeof cases)[number]): Promise<void> => {
      const { refused } = await askValidate(PROXY ?? '', bootstrap({ inline_code: script }));
      // It runs what it has read.
      const isRead = refused === undefined || /: attempt to (?:call|index|get)/.test(refused);
      if (isRead !== (verdict === 'fine')) wrong.push(`${verdict}: ${script}: ${refused}`);
    };
    for (let at = 0; at < cases.length; at += 4) await Promise.all(cases.slice(at, at + 4).map(ask));
    expect(wrong).toEqual([]);
  });
});
