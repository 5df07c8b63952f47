import { expect, test } from 'vitest';
import { type DetailRow, detailOf } from '../../../src/tui/model/detail.ts';
import type { ItemId } from '../../../src/tui/model/items.ts';
import { labelOf } from '../../../src/tui/model/labels.ts';
import { spotOfItem } from '../../../src/tui/model/places.ts';
import type { Side } from '../../../src/tui/model/side.ts';
import { fieldDoc } from '../../../src/tui/tree/detail-pane.ts';
import { sideOfText } from '../screen.tsx';
import { SAMPLE } from './sample.ts';

const side = sideOfText('a.yaml', SAMPLE);

function named(wanted: string, among: Side = side): ItemId {
  for (let item = 0; item < among.items.count; item++)
    if (labelOf(among.items, item).name === wanted) return item;
  throw new Error(`no ${wanted}`);
}

function shown({ indent, dashes, key, value, origin }: DetailRow): string {
  const from =
    origin === undefined ? '' : `  # ${origin.kind}${origin.kind === 'written' ? ` ${origin.line}` : ''}`;
  const lead = ' '.repeat(indent - dashes.length) + dashes;
  return `${lead}${key === undefined ? '' : `${key}:`}${value === undefined ? '' : ` ${value}`}${from}`;
}

const rows = (item: ItemId, hidesDefaults: boolean) => detailOf(side, item, hidesDefaults).map(shown);

test('a route with where each value comes from', () => {
  expect(rows(named('/cart*'), false).slice(0, 7)).toEqual([
    'match:',
    '  prefix: /cart  # written 20',
    '  case_sensitive: true  # default',
    'route:',
    '  cluster: cart  # written 21',
    '  cluster_not_found_response_code: SERVICE_UNAVAILABLE  # default',
    '  timeout: 3s  # written 21',
  ]);
});

test('without defaults only what somebody wrote is left', () => {
  expect(rows(named('/cart*'), true)).toEqual([
    'match:',
    '  prefix: /cart  # written 20',
    'route:',
    '  cluster: cart  # written 21',
    '  timeout: 3s  # written 21',
  ]);
});

test('older forms are shown as what they become', () => {
  const shownRows = rows(named('pay'), true);
  expect(shownRows.join('\n')).toContain('transport_socket:  # migrated');
  expect(shownRows.join('\n')).toContain('load_assignment:  # migrated');
  expect(shownRows.join('\n')).not.toContain('tls_context:  # written');
});

test('secrets are hidden', () => {
  for (let item = 0; item < side.items.count; item++) {
    const text = rows(item, false).join('\n');
    expect(text).not.toContain('hush');
    expect(text).not.toContain('c2VjcmV0');
  }
});

test('lists that the tree shows are counted', () => {
  expect(rows(named('shop'), true)).toContain('routes: (4 in the tree)');
  expect(rows(named('main'), true)).toContain('virtual_hosts: (1 in the tree)');
});

test('the documentation of a field, and why nobody wrote its value', () => {
  const row = detailOf(side, named('/cart*'), false).find(({ key }) => key === 'case_sensitive');
  const text = fieldDoc(row, 60)
    .map((pieces) => pieces.map((piece) => (typeof piece === 'string' ? piece : piece[0])).join(''))
    .join('\n');
  expect(text).toContain('RouteMatch.case_sensitive');
  expect(text).toContain('Whether letter case counts');
  expect(text).toContain('a default: ');
});

test('an item knows its lines, also where it is embedded in another document', () => {
  expect(spotOfItem(side, named('/cart/old*'))?.range.start.line).toBe(22);
  const inside = sideOfText(
    'm.yaml',
    'kind: ConfigMap\ndata:\n  a.yaml: |\n    name: deep\n    connect_timeout: 1s\n    type: STATIC\n',
  );
  const spot = spotOfItem(inside, named('deep', inside));
  expect([spot?.range.start.line, spot?.pointer, spot?.embedded]).toEqual([4, '', '/data/a.yaml']);
});
