import { describe, expect, test } from 'vitest';
import { diffReportOf, MENDED, SHOP } from '../../report/html/pages.ts';

function pictureOf(before: string, after: string) {
  const picture = diffReportOf({ 'front.yaml': [before, after] }).pairs[0]?.picture;
  if (picture === undefined) throw new Error('there is a picture');
  const headings = ['requests that are handled differently', 'routes', 'where they lead'];
  const nodes = (column: number) =>
    picture.columns.find(({ heading }) => heading === headings[column])?.nodes ?? [];
  return {
    ...picture,
    nodes,
    marks: (column: number) => nodes(column).map(({ title, mark }) => [title, mark]),
  };
}

test('a moved request leads to its route before and to its route after', () => {
  const picture = pictureOf(SHOP, MENDED);
  expect(picture.marks(0)).toEqual([['GET /cart/old', 'warning']]);
  expect(picture.marks(1)).toEqual([
    ['prefix "/cart/old"', undefined],
    ['prefix "/cart"', undefined],
    ['prefix "/pay"', undefined],
    ['prefix "/"', undefined],
  ]);
  expect(picture.links.filter(({ from: [column] }) => column === 0)).toEqual([
    { from: [0, 0], to: [1, 1], kind: 'before' },
    { from: [0, 0], to: [1, 0], kind: 'after' },
  ]);
});

describe('routes', () => {
  test('that lead elsewhere are drawn with both ways', () => {
    const picture = pictureOf(SHOP, SHOP.replace('cluster: pya', 'cluster: pay'));
    expect(picture.marks(1)).toContainEqual(['prefix "/pay"', 'changed']);
    const route = picture.nodes(1).findIndex(({ mark }) => mark === 'changed');
    const kinds = picture.links
      .filter(({ from: [column, node] }) => column === picture.columns.length - 2 && node === route)
      .map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['after', 'before']);
  });

  test('that are gone or new are told apart', () => {
    const other = SHOP.replace('prefix: /pay', 'prefix: /payments').replace('cluster: pya', 'cluster: cart');
    const picture = pictureOf(SHOP, other);
    expect(picture.marks(1)).toContainEqual(['prefix "/pay"', 'before']);
    expect(picture.marks(1)).toContainEqual(['prefix "/payments"', 'after']);
  });

  test('that take other requests say what they took', () => {
    const picture = pictureOf(SHOP, SHOP.replace('prefix: /pay', 'prefix: /payments'));
    const node = picture.nodes(1).find(({ title }) => title === 'prefix "/payments"');
    expect(node).toMatchObject({ mark: 'changed', said: 'was prefix "/pay"' });
  });

  test('that matchers lead to are paired by what they ask themselves', () => {
    const typed = (type: string) => `"@type": type.googleapis.com/envoy.${type}`;
    const tree = (value: string, cluster: string) => `${typed('config.route.v3.RouteConfiguration')}
virtual_hosts:
- name: shop
  domains: ["*"]
  matcher:
    matcher_tree:
      input: { name: x, typed_config: { ${typed('type.matcher.v3.HttpRequestHeaderMatchInput')}, header_name: x } }
      exact_match_map:
        map:
          ${value}:
            action:
              name: routes
              typed_config:
                ${typed('config.route.v3.RouteList')}
                routes: [{ match: { prefix: /a }, route: { cluster: a } }, { match: { prefix: /b }, route: { cluster: b } }]
    on_no_match:
      action: { name: r, typed_config: { ${typed('config.route.v3.Route')}, match: { prefix: / }, route: { cluster: ${cluster} } } }
`;
    const picture = pictureOf(tree('"1"', 'rest'), tree('"2"', 'other'));
    expect(picture.marks(1)).toEqual([
      ['prefix "/a" and 1 condition', undefined],
      ['prefix "/b" and 1 condition', undefined],
      ['prefix "/"', 'changed'],
    ]);
  });

  test('of a virtual host with a new name are the same', () => {
    const picture = pictureOf(SHOP, SHOP.replace('- name: shop\n', '- name: store\n'));
    expect(picture.nodes(1)).toHaveLength(4);
    expect(picture.marks(1).every(([, mark]) => mark === undefined)).toBe(true);
  });

  test('that are only written in another way are the same', () => {
    const regex = SHOP.replace('match: { prefix: /pay }', "match: { regex: '/pay.*' }");
    const safe = SHOP.replace(
      'match: { prefix: /pay }',
      "match: { safe_regex: { google_re2: {}, regex: '/pay.*' } }",
    );
    const picture = pictureOf(regex, safe);
    expect(picture.nodes(1)).toHaveLength(4);
    expect(picture.marks(1).every(([, mark]) => mark === undefined)).toBe(true);
  });
});

test('equal sides have no marks and no moved requests', () => {
  const picture = pictureOf(SHOP, SHOP);
  expect(picture.nodes(0)).toEqual([]);
  expect(picture.links.every(({ kind }) => kind === 'live')).toBe(true);
});

test('of many routes only what differs is shown', () => {
  const more = Array.from(
    { length: 3000 },
    (_, index) =>
      `                        - match: { path: /p${index} }\n                          route: { cluster: cart }\n`,
  ).join('');
  const at = '                        - match: { prefix: /pay }\n';
  const picture = pictureOf(SHOP.replace(at, more + at), MENDED.replace(at, more + at));
  expect(picture.nodes(1).map(({ title }) => title)).toEqual(['prefix "/cart/old"', 'prefix "/cart"']);
  expect(picture.remarks).toEqual(['3,002 more routes stand unchanged on both sides.']);
});
