import { expect, test } from 'vitest';
import { found } from '../analyzed.ts';

const pick = (name: string, more = ''): string =>
  `{ action: { name: chain, typed_config: { "@type": type.googleapis.com/google.protobuf.StringValue, value: ${name} } }${more} }`;

const of = (matcher: string, more = ''): readonly string[] =>
  found(
    'undefined-filter-chain',
    `"@type": type.googleapis.com/envoy.config.listener.v3.Listener
name: front
address: { socket_address: { address: 127.0.0.1, port_value: 443 } }
filter_chains: [{ name: shop }, { name: cart }]
${more}filter_chain_matcher: ${matcher}
`,
  ).map(({ message }) => message.replace(/^.*(?:picks|filter chain) ("\w+").*; (\w+).*$/, '$1 $2'));

const PORT =
  'input: { name: port, typed_config: { "@type": type.googleapis.com/envoy.extensions.matching.common_inputs.network.v3.DestinationPortInput } }';
const tree = (first: string, second: string): string =>
  `{ matcher_tree: { ${PORT}, exact_match_map: { map: { 1: ${first} } } }, on_no_match: ${second} }`;

test('names that no chain has, and chains that nobody names', () => {
  expect(of(tree(pick('shop'), pick('cart')))).toEqual([]);
  expect(of(tree(pick('shop'), pick('carts')))).toEqual(['"cart" add', '"carts" correct']);
  expect(of(tree(pick('shop', ', keep_matching: true'), pick('cart')))).toEqual(['"shop" add']);
  expect(of(tree(`{ matcher: { on_no_match: ${pick('shop')} } }`, pick('cart')))).toEqual([]);
});

test('nothing where names come from elsewhere', () => {
  const made = '{ action: { name: made, typed_config: { "@type": type.googleapis.com/shop.Made } } }';
  expect(of(tree(pick('shop'), made))).toEqual([]);
  expect(of(`{ on_no_match: ${pick('other')} }`, 'fcds_config: { name: more }\n')).toEqual([]);
});
