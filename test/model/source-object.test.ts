/** The object that a control plane made a resource of, told from metadata and names. */
import { describe, expect, it } from 'vitest';
import { isObject, NODE } from '../../src/model/bound.ts';
import type { Configuration } from '../../src/model/open.ts';
import { sourceAt, sourceText } from '../../src/model/source-object.ts';
import { rootFrames, walkInsideOut } from '../../src/model/walk.ts';
import { InputError } from '../../src/source/errors.ts';
import { listed, openedV3 } from '../analyze/corpus-v3.ts';
import { opened } from '../opened.ts';

interface ReadRoute {
  /** Keys of its metadata. */
  readonly keys: readonly string[];
  readonly source: string | undefined;
}

function routesIn({ roots, namespace }: Configuration): readonly ReadRoute[] {
  const found: ReadRoute[] = [];
  for (const root of roots)
    for (const frame of rootFrames(root))
      walkInsideOut(frame, namespace, ({ type, message: { metadata, [NODE]: node } }) => {
        if (type !== 'route.Route' || node === undefined) return;
        const written = isObject(metadata) ? metadata.filter_metadata : undefined;
        const source = sourceAt(root.tree, node);
        found.push({
          keys: isObject(written) ? Object.keys(written) : [],
          source: source && sourceText(source),
        });
      });
  return found;
}

const inHost = (route: string, host = ''): string =>
  `name: r\nvirtual_hosts:\n- { name: v, domains: ["*"]${host}, routes: [{ match: { prefix: / }, route: { cluster: a }${route} }] }\n`;
const written = (key: string, value: string): string =>
  `, metadata: { filter_metadata: { ${key}: ${value} } }`;
const sourceOf = (text: string): string | undefined => routesIn(opened(text))[0]?.source;

describe('the object behind a route', () => {
  it.each([
    [
      'Envoy Gateway',
      written('envoy-gateway', '{ resources: [{ kind: HTTPRoute, namespace: shop, name: cart }] }'),
      'HTTPRoute shop/cart',
    ],
    [
      'Envoy Gateway with a named rule',
      written(
        'envoy-gateway',
        '{ resources: [{ kind: GRPCRoute, namespace: shop, name: cart, sectionName: pay }] }',
      ),
      'GRPCRoute shop/cart (pay)',
    ],
    [
      'Istio',
      written('istio', '{ config: /apis/networking.istio.io/v1/namespaces/shop/virtual-service/cart }'),
      'VirtualService shop/cart',
    ],
    [
      'Contour',
      written(
        'envoy.access_loggers.file',
        '{ io.projectcontour.kind: HTTPProxy, io.projectcontour.namespace: shop, io.projectcontour.name: cart }',
      ),
      'HTTPProxy shop/cart',
    ],
    [
      'a name of Envoy Gateway',
      ', name: httproute/shop/cart/rule/2/match/0/shop_test',
      'HTTPRoute shop/cart (rule 2)',
    ],
    ['a name of Envoy Gateway without rules', ', name: httproute/shop/cart/rule/-1', 'HTTPRoute shop/cart'],
    [
      'a name of kgateway',
      ', name: http~shop_test-route-0-httproute-cart-shop-2-0-matcher-0',
      'HTTPRoute shop/cart (rule 2)',
    ],
    [
      'a name of kgateway with more dashes than two names need',
      ', name: http~shop_test-route-0-httproute-my-cart-shop-2-0-matcher-0',
      'HTTPRoute my-cart-shop (rule 2)',
    ],
    [
      'a name of Kuma',
      ', name: kri_mhttpr_default_zone-1_shop_cart_rule0',
      'MeshHTTPRoute shop/cart (rule 0)',
    ],
  ])('is read from %s', (_, route, expected) => {
    expect(sourceOf(inHost(route))).toBe(expected);
  });

  it('has its rule from the name, where that means the same object', () => {
    const metadata = written(
      'envoy-gateway',
      '{ resources: [{ kind: HTTPRoute, namespace: shop, name: cart }] }',
    );
    expect(sourceOf(inHost(`${metadata}, name: httproute/shop/cart/rule/2/match/0/x`))).toBe(
      'HTTPRoute shop/cart (rule 2)',
    );
    expect(sourceOf(inHost(`${metadata}, name: httproute/other/cart/rule/2/match/0/x`))).toBe(
      'HTTPRoute shop/cart',
    );
  });

  it('is that of what is around it, where it says none', () => {
    const gateway = written(
      'envoy-gateway',
      '{ resources: [{ kind: Gateway, namespace: infra, name: gw, sectionName: http }] }',
    );
    expect(sourceOf(inHost('', gateway))).toBe('Gateway infra/gw (http)');
  });

  it.each([
    ['what is written there', written('envoy-gateway', '{ resources: [{ kind: 7, name: cart }] }')],
    ['a list', written('envoy-gateway', '[1]')],
    ['an empty list', written('envoy-gateway', '{ resources: [] }')],
    ['a path without an object', written('istio', '{ config: /apis/x }')],
    ['an unknown kind in a name', ', name: constructorroute/shop/cart/rule/2'],
    ['an unknown kind of Kuma', ', name: kri_constructor_default_zone-1_shop_cart_'],
    ['metadata of others', written('own', '{ kind: HTTPRoute, name: cart, istio: 1 }')],
  ])('is not guessed from %s', (_, route) => {
    expect(sourceOf(inHost(route))).toBeUndefined();
  });
});

/** Keys of metadata that name an object. */
const KEYS = ['envoy-gateway', 'istio', 'io.kuma.tags'];

describe.skipIf(listed().length === 0)('goldens of control planes', () => {
  const read = listed().flatMap(({ file }) => {
    const configuration = openedV3(file);
    const [kind = ''] = file.split('/');
    return configuration instanceof InputError
      ? []
      : routesIn(configuration).map((route) => ({ kind, file, ...route }));
  });

  it('name the object of every route that has it in its metadata', () => {
    const marked = read.filter(({ keys }) => keys.some((key) => KEYS.includes(key)));
    expect(marked.length).toBeGreaterThan(50);
    expect(marked.filter(({ source }) => source === undefined)).toEqual([]);
  });

  it('name it for every route of kgateway, which has it in its name alone', () => {
    const own = read.filter(({ kind }) => kind === 'kgateway');
    expect(own.length).toBeGreaterThan(20);
    expect(own.filter(({ source }) => source === undefined)).toEqual([]);
  });
});
