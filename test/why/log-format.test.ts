import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_FORMAT, jsonFormat, readTemplate, readText, textFormat } from '../../src/why/log-format.ts';
import { MAX_LINE, readLine } from '../../src/why/log-lines.ts';

const usual = [{ format: textFormat(DEFAULT_FORMAT), listeners: [] }];
const LINE =
  '[2026-01-02T03:04:05.678Z] "GET /cart?id=7 HTTP/1.1" 503 UF,URX 0 91 12 - "10.0.0.9" "curl/8 "x"" "id-1" "shop.test" "10.0.0.1:80"';

describe('formats of access logs', () => {
  it('reads the commands of a template, with arguments, lengths and percent signs', () => {
    expect(readTemplate('%START_TIME(%Y/%m (z))% 100%% %REQ(X?:Y):12%|%REQ(:PATH)%')).toEqual([
      { name: 'START_TIME', argument: '%Y/%m (z)' },
      ' 100% ',
      { name: 'REQ', argument: 'X?:Y', length: 12 },
      '|',
      { name: 'REQ', argument: ':PATH' },
    ]);
  });

  it('reads a line of the usual format, also where a value holds its quotes', () => {
    expect(readLine(LINE, usual)?.entry).toMatchObject({
      method: 'GET',
      authority: 'shop.test',
      path: '/cart?id=7',
      isOwnPath: true,
      status: 503,
      flags: ['UF', 'URX'],
      upstreamHost: '10.0.0.1:80',
      headers: { 'user-agent': 'curl/8 "x"' },
    });
  });

  it('reads what container runtimes write around a line', () => {
    const { entry } = readLine(LINE, usual) ?? {};
    expect(readLine(`2026-01-02T03:04:05.678901Z stdout F ${LINE}`, usual)?.entry).toEqual(entry);
    expect(readLine(JSON.stringify({ log: `${LINE}\n`, stream: 'stdout' }), usual)?.entry).toEqual(entry);
  });

  it('reads JSON by its fields: nested, typed, with text around commands', () => {
    const format = jsonFormat({
      at: { request: '%REQ(:METHOD)% %REQ(:AUTHORITY)% %REQ(:PATH)%' },
      code: '%RESPONSE_CODE%',
      flags: ['%RESPONSE_FLAGS_LONG%'],
      constant: 'x',
    });
    const line = JSON.stringify({
      code: 404,
      at: { request: 'GET a.test /x' },
      flags: ['NoRouteFound'],
      constant: 'x',
    });
    expect(readLine(line, [{ format, listeners: [] }])?.entry).toMatchObject({
      method: 'GET',
      authority: 'a.test',
      status: 404,
      flags: ['NR'],
    });
  });

  it('reads JSON without a declared format by the names that control planes agree on', () => {
    const line = JSON.stringify({
      ':authority': 'a.test',
      method: 'GET',
      'x-envoy-origin-path': '/x',
      response_code: 404,
      response_flags: 'NR',
      route_name: null,
    });
    expect(readLine(line, usual)?.entry).toMatchObject({ authority: 'a.test', path: '/x', flags: ['NR'] });
  });

  it('gives back what was written, wherever values do not hold what stands between them', () => {
    const names = ['REQ', 'RESP', 'UPSTREAM_HOST', 'ROUTE_NAME'];
    const value = fc.stringMatching(/^[a-z0-9/ ]{1,12}$/);
    const parts = fc.array(
      fc.tuple(fc.constantFrom(...names), fc.constantFrom('|', '"|"', ' | ', '|='), value),
      {
        minLength: 1,
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(parts, (all) => {
        const format = all.map(([name, between]) => `%${name}(x)%${between}`).join('');
        const line = all.map(([, between, text]) => `${text}${between}`).join('');
        const read = readText(readTemplate(format), line)?.map(({ value: found = '' }) => found.trim());
        expect(read).toEqual(all.map(([, , text]) => text.trim()));
      }),
    );
  });

  it('takes no long time over hostile lines and formats', () => {
    const format = textFormat(`${'%REQ(A)% '.repeat(60)}!`);
    const line = 'a '.repeat(MAX_LINE / 2 - 2);
    expect(readLine(line, [{ format, listeners: [] }])).toBeUndefined();
    expect(readLine('['.repeat(MAX_LINE), usual)).toBeUndefined();
    expect(readLine(`{"a":${'['.repeat(30_000)}`, usual)).toBeUndefined();
    expect(readLine(`{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, usual)).toBeUndefined();
    expect(readLine('{"__proto__":{"method":"GET"},"response_code":1}', usual)).toBeUndefined();
    expect(readLine('x'.repeat(MAX_LINE + 1), usual)).toBeUndefined();
  });
});
