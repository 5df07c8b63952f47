import { describe, expect, test } from 'vitest';
import { analyzeReportOf, SHOP } from '../../report/html/pages.ts';

function pictureOf(text: string) {
  const picture = analyzeReportOf({ 'front.yaml': text }).pictures?.[0]?.picture;
  if (picture === undefined) throw new Error('there is a picture');
  const nodes = (column: number) => picture.columns[column]?.nodes ?? [];
  const titles = (column: number) => nodes(column).map(({ title }) => title);
  return { ...picture, nodes, titles };
}

describe('a small configuration', () => {
  const picture = pictureOf(SHOP);

  test('is shown whole', () => {
    expect(picture.columns.map(({ heading }) => heading)).toEqual([
      'listeners',
      'virtual hosts',
      'routes',
      'clusters',
    ]);
    expect(picture.titles(0)).toEqual(['front (127.0.0.1:8080)']);
    expect(picture.titles(1)).toEqual(['shop']);
    expect(picture.titles(2)).toEqual([
      'prefix "/cart"',
      'prefix "/cart/old"',
      'prefix "/pay"',
      'prefix "/"',
    ]);
    expect(picture.titles(3)).toEqual(['cart', 'old-cart', 'pya', 'pay']);
  });

  test('no request goes along the way of a dead route', () => {
    const kinds = picture.links
      .filter(({ from: [column, node] }) => column === 2 && node < 2)
      .map(({ kind }) => kind);
    expect(kinds).toEqual(['live', 'dead']);
  });

  test('says what the rules say', () => {
    expect(picture.nodes(3).map(({ said }) => said)).toEqual([
      undefined,
      'nothing leads here',
      'not defined',
      'nothing leads here',
    ]);
  });
});

test('what comes from a management server is said to be undecided', () => {
  const dynamic = `dynamic_resources:\n  cds_config: { path: /etc/clusters.yaml }\n${SHOP}`;
  const picture = pictureOf(dynamic);
  const missing = picture.nodes(3).find(({ title }) => title === 'pya');
  expect(missing).toMatchObject({ mark: 'undecided', said: 'not defined here' });
  expect(picture.remarks).toEqual([expect.stringContaining('Not all clusters are here')]);
});

test('a TCP proxy leads from its listener to its cluster', () => {
  const picture = pictureOf(`static_resources:
  listeners:
    - name: mail
      address: { socket_address: { address: 127.0.0.1, port_value: 25 } }
      filter_chains:
        - filters:
            - name: proxy.filters.network.tcp_proxy
              typed_config:
                '@type': type.googleapis.com/proxy.config.filter.network.tcp_proxy.v2.TcpProxy
                stat_prefix: mail
                cluster: mail
  clusters:
    - { name: mail, connect_timeout: 1s, type: STATIC, load_assignment: { cluster_name: mail, endpoints: [] } }
`);
  expect(picture.columns.map(({ heading }) => heading)).toEqual(['listeners', 'clusters']);
  expect(picture.links).toEqual([{ from: [0, 0], to: [1, 0], kind: 'live' }]);
});

test('of many routes those that something is said about are shown, with what hides them', () => {
  const more = Array.from(
    { length: 3000 },
    (_, index) =>
      `                        - match: { path: /p${index} }\n                          route: { cluster: cart }\n`,
  ).join('');
  const picture = pictureOf(
    SHOP.replace(
      '                        - match: { prefix: /pay }\n',
      `${more}                        - match: { prefix: /pay }\n`,
    ),
  );
  expect(picture.columns[2]?.total).toBe(3004);
  expect(picture.titles(2)).toEqual(
    expect.arrayContaining(['prefix "/cart"', 'prefix "/cart/old"', 'prefix "/pay"']),
  );
  expect(picture.nodes(2).length).toBeLessThan(30);
});
