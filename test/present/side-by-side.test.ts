/** The same finding, difference, trace and migration wherever it is shown: the same facts, none dropped. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tagOf } from '../../src/analyze/index.ts';
import { diagnosticsOf, examine } from '../../src/lsp/diagnostics.ts';
import { migrateConfiguration } from '../../src/migrate/index.ts';
import { RequestQueue } from '../../src/playground/queue.ts';
import { plainText, relatedOf } from '../../src/present/blocks.ts';
import { verdict } from '../../src/present/difference.ts';
import { type AnalyzeReport, resourceName, tryCommand } from '../../src/present/finding.ts';
import { migrateChanges } from '../../src/present/migration.ts';
import { answersOf, behaviourRemarks } from '../../src/present/outcomes.ts';
import { outcomeFacts } from '../../src/present/requests.ts';
import { noPaint } from '../../src/present/text.ts';
import { analyzeReport } from '../../src/report/analyze/formats.ts';
import { diffReport } from '../../src/report/diff/formats.ts';
import { traceText } from '../../src/report/requests/trace.ts';
import { requestText } from '../../src/results/requests.ts';
import { showAll } from '../../src/results/secrets/redact.ts';
import { answerText } from '../../src/routing/outcome/words.ts';
import { readRequestLine } from '../../src/routing/request/request-line.ts';
import { routeRequest } from '../../src/routing/route.ts';
import { findingPage } from '../../src/tui/findings/page.ts';
import { exploreAnalysis } from '../../src/tui/jobs/analysis.ts';
import { exploreComparison } from '../../src/tui/jobs/comparison.ts';
import { exploreEdits } from '../../src/tui/jobs/migration.ts';
import { exploreTrace } from '../../src/tui/jobs/trace.ts';
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
  const queue = new RequestQueue(() => 0);
  queue.put({ pane: 'a', name: NAME, text: before });
  queue.put({ pane: 'b', name: NAME, text: after });
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
  const plain = (data: unknown): string => JSON.stringify(data).replaceAll('\\"', '"');
  const lower = (text: string): string => text.toLowerCase();
  expectFacts(
    {
      text: lower(await diffReport(real, 'text', { paint: noPaint })),
      markdown: lower(await diffReport(real, 'markdown', { paint: noPaint })),
      html: lower(await diffReport(real, 'html', { paint: noPaint })),
      explore: lower(plain(explored)),
      playground: lower(plain(queue.answer('compare', {}))),
    },
    facts.map(lower),
  );
});

test('a trace', () => {
  const request = readRequestLine(['http://shop.test/cart']);
  if (typeof request === 'string') throw new Error(request);
  const { subject } = openedInput({ [NAME]: SHOP });
  const { routing, regexes } = subject;
  const routed = routeRequest(routing, request, {}, ({ namespace }) => ({
    namespace,
    regexes,
    explain: true,
    nameless: routing.nameless,
  }));
  if ('problem' in routed) throw new Error(routed.problem);
  const { outcome, route, virtual_host: host } = routed.trace;
  const queue = new RequestQueue(() => 0);
  queue.put({ pane: 'a', name: NAME, text: SHOP });
  const plain = (data: unknown): string => JSON.stringify(data).replaceAll('\\"', '"');
  expectFacts(
    {
      text: traceText(routed, noPaint, showAll),
      explore: plain(exploreTrace(openedInput({ [NAME]: SHOP }), request)),
      playground: plain(queue.answer('trace', { line: 'http://shop.test/cart' })),
    },
    [
      answerText(outcome),
      host ?? '',
      `route ${route?.index}`,
      ...outcomeFacts(outcome, request, undefined).flatMap(({ label, texts }) => [
        label,
        ...(label === 'timeout' ? [] : texts),
      ]),
    ],
  );
});

test('a migration', () => {
  const text =
    'clusters:\n- name: shop\n  type: STATIC\n  hosts: [{ socket_address: { address: 10.0.0.7, port_value: 80 } }]\n';
  const configuration = opened(text, {}, NAME);
  const migration = migrateConfiguration(configuration, { older: false });
  expect(migration.applied.length).toBeGreaterThan(0);
  const file = { name: NAME, api: migration.api, severalDocuments: false, migration };
  const { edits } = exploreEdits(openedInput({ [NAME]: text }));
  expectFacts(
    {
      text: migrateChanges([file], noPaint),
      explore: edits
        .map((each) => `${each.file}:${each.line}: [${each.migration}] ${each.reason}`)
        .join('\n'),
    },
    migration.applied.flatMap((each) => [`${NAME}:${each.range.start.line}`, each.migration, each.reason]),
  );
});
