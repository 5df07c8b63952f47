/** The same finding, difference, trace and migration wherever it is shown: the same facts, none dropped. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tagOf } from '../../src/analyze/index.ts';
import { liftConfiguration } from '../../src/engine/lift.ts';
import { releaseRemarks } from '../../src/engine/release-remarks.ts';
import { diagnosticsOf, examine } from '../../src/lsp/diagnostics.ts';
import { type Answers, answer, type Question } from '../../src/lsp/question.ts';
import { Workspace } from '../../src/lsp/workspace.ts';
import { migrateConfiguration } from '../../src/migrate/index.ts';
import { RequestQueue } from '../../src/playground/queue.ts';
import { plainText, relatedOf } from '../../src/present/blocks.ts';
import { verdict } from '../../src/present/difference.ts';
import { type AnalyzeReport, resourceName, tryCommand } from '../../src/present/finding.ts';
import { migrateChanges, migrateRemarks } from '../../src/present/migration.ts';
import { answersOf, behaviourRemarks } from '../../src/present/outcomes.ts';
import { noPaint } from '../../src/present/text.ts';
import { chanceHint, traceEnds, wayParts } from '../../src/present/trace.ts';
import { analyzeReport } from '../../src/report/analyze/formats.ts';
import { diffReport } from '../../src/report/diff/formats.ts';
import { traceText } from '../../src/report/requests/trace.ts';
import { requestText } from '../../src/results/requests.ts';
import { showAll } from '../../src/results/secrets/redact.ts';
import { contextsOf } from '../../src/routing/context.ts';
import { answerText } from '../../src/routing/outcome/words.ts';
import { readRequestLine } from '../../src/routing/request/request-line.ts';
import { routeRequest } from '../../src/routing/route.ts';
import { findingPage } from '../../src/tui/findings/page.ts';
import { exploreAnalysis } from '../../src/tui/jobs/analysis.ts';
import { exploreComparison } from '../../src/tui/jobs/comparison.ts';
import { exploreEdits } from '../../src/tui/jobs/migration.ts';
import { exploreTrace } from '../../src/tui/jobs/trace.ts';
import { traceRows } from '../../src/tui/trace/rows.ts';
import { opened } from '../opened.ts';
import { analyzeReportOf, diffReportOf, MENDED, SHOP } from '../report/html/pages.ts';
import { openedInput } from '../tui/opened.ts';
import { Screen, sideOfText } from '../tui/screen.tsx';

const ENTITIES: { readonly [entity: string]: string } = { lt: '<', gt: '>', quot: '"', amp: '&' };

/** What is read of a text, whatever it is written in: no markup, every blank one space. */
function read(text: string): string {
  return text
    .replace(/<!-- -->|<\/?(?:a|b|br|code|details|div|em|h\d|i|li|ol|p|s|small|span|summary|ul)\b[^>]*>/g, '')
    .replace(/&(?:#(\d+)|(lt|gt|quot|amp));/g, (_, code?: string, name = '') =>
      code === undefined ? (ENTITIES[name] ?? '') : String.fromCodePoint(Number(code)),
    )
    .replace(/\\(?=[^\w\s])/g, '')
    .replaceAll('`', '')
    .replace(/\s+/g, ' ');
}

/** Without blanks: a text may be wrapped anywhere. */
const bare = (text: string): string => read(text).replaceAll(' ', '');

function expectFacts(shown: { readonly [where: string]: string }, facts: readonly string[]): void {
  for (const [where, text] of Object.entries(shown)) {
    const there = bare(text);
    const missing = facts.filter((fact) => !there.includes(bare(fact)));
    expect(missing, `dropped in ${where}`).toEqual([]);
  }
}

const NAME = 'front.yaml';

const plain = (data: unknown): string => JSON.stringify(data).replaceAll('\\"', '"');

/** A text in the playground and in an editor. */
function openedIn(text: string) {
  const queue = new RequestQueue(() => 0);
  queue.put({ pane: 'a', name: NAME, text });
  const workspace = new Workspace({ now: () => 0 });
  workspace.put({ name: NAME, text, options: {}, levels: new Map() });
  return { queue, ask: <Q extends Question>(question: Q) => answerOf(workspace, question) };
}

function answerOf<Q extends Question>(workspace: Workspace, question: Q): Answers[Q['asked']];
function answerOf(workspace: Workspace, question: Question) {
  return answer(workspace, question, () => 0);
}

const ACCESS = 'access.yaml';
const LEDGER = {
  text: readFileSync('examples/prove/front.yaml', 'utf8'),
  properties: [{ name: ACCESS, text: readFileSync(`examples/prove/${ACCESS}`, 'utf8') }],
};

test.each([
  ['a finding', { text: SHOP, properties: [] }, 4],
  ['a property that a request breaks', LEDGER, 1],
])('%s', (_, { text, properties }, least) => {
  const report: AnalyzeReport = analyzeReportOf({ [NAME]: text }, false, properties);
  const explored = exploreAnalysis(
    openedInput({}, undefined, { side: [{ name: NAME, text, levels: new Map(), properties }] }),
    () => {},
  );
  const session = { side: sideOfText(NAME, text), analysis: explored, redact: showAll };
  const { findings: slice } = new Screen(session).state.slices;
  const queue = new RequestQueue(() => 0);
  queue.put({ pane: 'a', name: NAME, text });
  for (const each of properties) queue.put({ pane: 'b', ...each });
  const played = queue.answer('findings', { pane: 'a' }).findings;
  const examined = examine([opened(text, {}, NAME)], { levels: new Map(), properties });
  const diagnostics = diagnosticsOf(NAME, examined);
  expect(report.findings.length).toBeGreaterThanOrEqual(least);
  report.findings.forEach((finding, at) => {
    const { rule, level, message, related, fix, range } = finding;
    const one = { ...report, findings: [finding] };
    const line = `line ${range.start.line}`;
    const common = [rule, level, message, resourceName(finding)];
    const places = relatedOf(finding);
    const told = [
      ...places.shown.map((each) => each.message),
      ...(fix === undefined ? [] : [fix.title]),
      ...(tryCommand(finding) ?? '').split('\n'),
    ];
    const rows = [{ kind: 'finding' as const, rule, finding: at }];
    const page = findingPage({ ...slice, rows, cursor: { ...slice.cursor, at: 0 } }, session, 200);
    expectFacts(
      {
        text: analyzeReport(one, 'text', { paint: noPaint, verbose: true }),
        markdown: analyzeReport(one, 'markdown', { paint: noPaint }),
        html: analyzeReport(one, 'html', { paint: noPaint }),
        explore: page
          .map((row) => row.map((each) => (typeof each === 'string' ? each : each[0])).join(''))
          .join('\n'),
      },
      [...common, ...told, `${NAME}:${range.start.line}`],
    );
    const shown = played.find((each) => each.rule === rule && each.message === message);
    expectFacts(
      { playground: `${JSON.stringify(shown).replaceAll('\\"', '"')}line ${shown?.range.start.line}` },
      [...common, line, ...related.map((each) => each.message), ...(fix === undefined ? [] : ['maker'])],
    );
    const diagnostic = diagnostics.find((each) => each.rule === rule && each.message === message);
    expect(diagnostic).toMatchObject({ rule, level, message, range, resource: resourceName(finding) });
    expect(diagnostic?.related.map((each) => each.message)).toEqual(related.map((each) => each.message));
    expect(diagnostic?.tag).toBe(tagOf(rule));
    expect([diagnostic?.request, shown?.request].map((each) => each !== undefined)).toEqual(
      [finding.request, finding.request].map((each) => each !== undefined),
    );
  });
});

test('a difference', async () => {
  const [before, after] = [SHOP, MENDED];
  const real = diffReportOf({ [NAME]: [before, after] });
  const [told] = real.pairs;
  if (told?.behaviour === undefined) throw new Error('nothing was compared');
  const { behaviour, result } = told;
  expect(result.changes.length + behaviour.changes.length).toBeGreaterThan(1);
  const { ask } = openedIn(after);
  const { queue } = openedIn(before);
  queue.put({ pane: 'b', name: NAME, text: after });
  const wish = { before: { name: NAME, text: before }, ignore: [], rules: new Map(), version: '1.2.3' };
  const inEditor = (format: 'text' | 'html') =>
    lower(plain(ask({ asked: 'difference', name: NAME, wish: { ...wish, format } })).replaceAll('\\n', '\n'));
  const explored = exploreComparison(openedInput({ [NAME]: after }, { [NAME]: before }), () => {});
  const facts = [
    verdict(real),
    ...behaviour.changes.flatMap((moved) => {
      const answers = answersOf(moved);
      return [requestText(moved.request), moved.level, moved.stands_for, answers.before, answers.after];
    }),
    ...result.changes
      .filter(({ level }) => level !== 'cosmetic')
      .flatMap((change) => [change.rule, change.level, change.path, change.resource.name]),
    ...behaviourRemarks(behaviour).map(({ says }) => plainText(says)),
  ];
  const lower = (text: string): string => text.toLowerCase();
  expectFacts(
    {
      text: lower(await diffReport(real, 'text', { paint: noPaint })),
      markdown: lower(await diffReport(real, 'markdown', { paint: noPaint })),
      html: lower(await diffReport(real, 'html', { paint: noPaint })),
      explore: lower(plain(explored)),
      playground: lower(plain(queue.answer('compare', {}))),
      editor: inEditor('text'),
      'page of an editor': inEditor('html'),
    },
    facts.map(lower),
  );
});

const FRONT = `static_resources:
  listeners:
  - name: web
    address: { socket_address: { address: 0.0.0.0, port_value: 80 } }
    filter_chains:
    - filters:
      - name: envoy.filters.network.http_connection_manager
        typed_config:
          "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
          stat_prefix: web
          http_filters: [{ name: envoy.filters.http.router, typed_config: { "@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router } }]
          route_config:
            name: front
            virtual_hosts:
            - name: shop
              domains: [shop.test]
              require_tls: EXTERNAL_ONLY
              routes:
              - match: { prefix: /cart, runtime_fraction: { default_value: { numerator: 30 } } }
                route: { cluster: next, timeout: 3s }
              - match: { prefix: / }
                route: { cluster_header: x-to, request_mirror_policies: [{ cluster: gone }] }
            - { name: all, domains: ["*.test"], routes: [{ match: { prefix: / }, route: { cluster: next } }] }
  clusters:
  - { name: next, type: ORIGINAL_DST, lb_policy: CLUSTER_PROVIDED, connect_timeout: 1s }
`;

/** `cfgtool trace` has no other formats for people; editors show its text, at requests above routes. */
test.each([
  ['a route', SHOP, 'http://shop.test/cart'],
  ['ways that chance picks', FRONT, 'http://shop.test/cart -H x-to:next -H x-forwarded-proto:https'],
  ['no cluster', FRONT, 'https://shop.test/x'],
  ['another scheme', FRONT, 'http://shop.test/x'],
  ['no domain', FRONT, 'http://nobody.example/'],
  ['no listener', FRONT, 'http://shop.test:81/'],
  ['an upgrade', FRONT, 'https://shop.test/x -H x-to:next -H upgrade:websocket -H connection:upgrade'],
])('a trace to %s', (_, text, line) => {
  const request = readRequestLine(line.split(' '));
  if (typeof request === 'string') throw new Error(request);
  const { routing, regexes } = openedInput({ [NAME]: text }).subject;
  const routed = routeRequest(routing, request, {}, contextsOf(routing, { regexes, explain: true }));
  if ('problem' in routed) throw new Error(routed.problem);
  const { queue, ask } = openedIn(text);
  const traced = ask({ asked: 'trace', name: NAME, request: { line } });
  const explored = exploreTrace(openedInput({ [NAME]: text }), request);
  if (typeof traced === 'string' || 'problem' in explored) throw new Error('nothing is traced');
  const shown = {
    text: traceText(routed, noPaint, showAll),
    explore: traceRows(explored, undefined, 400)
      .map(({ pieces }) => pieces.map((each) => (typeof each === 'string' ? each : each[0])).join(''))
      .join('\n'),
    playground: plain(queue.answer('trace', { line })),
    editor: traced.text,
  };
  const ends = traceEnds(routed);
  const hint = chanceHint(routed);
  // What was chosen among virtual hosts, and what came of it then, is said by the answer where there is little room.
  expectFacts(shown, [
    answerText(routed.trace.outcome),
    ...wayParts(routed).flatMap(({ label, entries }) =>
      entries
        .filter(({ matched, isInVerdict }) => isInVerdict !== true && !(label === 'then' && matched))
        .flatMap(({ what, why, matched }) => [
          what.replace(/^virtual host ?/, ''),
          label === 'virtual host' && matched ? '' : why,
        ]),
    ),
    ...ends.flatMap(({ share = '', answer, facts }) => [
      share,
      ...(share === '' ? [answer] : answer.split(/(?<=^route \d+)/)),
      ...facts.flatMap(({ label, texts }) => [label, ...texts]),
    ]),
    ...(hint === undefined ? [] : [hint]),
  ]);
});

const LIFTED = `clusters:
- { name: shop, type: STATIC, connect_timeout: 1s, tls_context: { sni: shop.test }, hosts: [{ socket_address: { address: 10.0.0.7, port_value: 80 } }] }
`;

/** Reports of `cfgtool migrate` are no pages; editors make the edits, and an edit of an editor has a title alone. */
test('a migration', () => {
  const configuration = opened(LIFTED, {}, NAME);
  const migration = migrateConfiguration(configuration, { older: false });
  const { applied, warnings } = migration;
  expect([applied.length, warnings.length]).toEqual([2, 1]);
  const file = { name: NAME, api: migration.api, severalDocuments: false, migration };
  const offer = exploreEdits(openedInput({ [NAME]: LIFTED }));
  const edits = offer.edits.map((each) => `${each.file}:${each.line}: [${each.migration}] ${each.reason}`);
  expectFacts(
    {
      text: migrateChanges([file], noPaint) + migrateRemarks(file, noPaint),
      explore: [...edits, ...offer.warnings].join('\n'),
    },
    [
      ...applied.flatMap((each) => [`${NAME}:${each.range.start.line}`, each.migration, each.reason]),
      ...warnings,
    ],
  );
  const { queue, ask } = openedIn(LIFTED);
  const maker = { kind: 'migrate' } as const;
  const { lines } = configuration.file;
  const changes = migration.changes.map(({ start, end, text: put }) => ({
    range: lines.range({ start, end }),
    text: put,
  }));
  expect(ask({ asked: 'act', name: NAME, maker })).toEqual(changes);
  expect(queue.answer('act', { pane: 'a', maker })).toEqual(changes);
});

const LEFT = `name: front
virtual_hosts:
- name: shop
  domains: ["*"]
  routes: [{ match: { regex: "(?=a)b" }, route: { cluster: shop } }]
`;

/** The page has remarks on a lift, explore the resources that can be lifted; editors say what stands in the way. */
test.each([
  ['a lift', LIFTED],
  ['a lift with something in the way', LEFT],
])('%s', (_, text) => {
  const configuration = opened(text, {}, NAME);
  const migration = liftConfiguration(configuration, { partial: false, keepTransport: false });
  const { left, applied, warnings } = migration;
  const releaseChanges = left.length === 0 ? releaseRemarks(configuration) : [];
  expect(left.length + releaseChanges.length).toBeGreaterThan(0);
  const { api } = migration;
  const file = { name: NAME, api, severalDocuments: false, migration: { ...migration, releaseChanges } };
  const { queue, ask } = openedIn(text);
  const told = left.length === 0 ? applied : left;
  expectFacts(
    {
      text: migrateChanges([file], noPaint) + migrateRemarks(file, noPaint),
      playground: plain(queue.answer('lift', { pane: 'a' })),
    },
    [
      ...told.flatMap((each) => [each.migration, each.reason]),
      ...warnings,
      ...releaseChanges.map(({ message }) => message),
    ],
  );
  const maker = { kind: 'lift' } as const;
  const offer = exploreEdits(openedInput({ [NAME]: text }));
  expectFacts(
    { explore: offer.left.join('\n'), editor: plain(ask({ asked: 'act', name: NAME, maker })) },
    left.flatMap(({ reason }) => reason),
  );
  expect(offer.edits.some(({ made }) => made === 'lift')).toBe(left.length === 0);
});
