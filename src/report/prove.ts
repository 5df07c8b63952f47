/** Verdicts for programs that show them: a review comment, annotations, SARIF, JUnit, a page. */
import { createHash } from 'node:crypto';
import { showing } from '../present/html.ts';
import { collapsible, MAX_CHARACTERS, markdownBlock, markdownText, within } from '../present/markdown.ts';
import {
  becauseTexts,
  coveredText,
  isSuccess,
  type ProvedProperty,
  type ProveReport,
  summaryText,
} from '../present/proof.ts';
import { labelled, type Paint, paragraph, safeLine } from '../present/text.ts';
import { conditionText } from '../prove/describe.ts';
import type { Property } from '../prove/property.ts';
import type { Verdict } from '../prove/prove.ts';
import { requestCommand } from '../results/requests.ts';
import { verdictText } from '../results/verdicts.ts';
import type { Range } from '../source/lines.ts';
import { jsonText } from './data-text.ts';
import { annotationText } from './github.ts';
import { pageText } from './html/page.ts';
import { junitText } from './junit.ts';
import { pathLines, traceObject } from './requests/trace.ts';
import { type SarifPlace, sarifText } from './sarif.ts';

const MARKS = { proved: '✅', refuted: '❌', undecided: '❔', vacuous: '⚠️' } as const;

/** The first is the default. */
export const proveFormats = ['text', 'json', 'markdown', 'github', 'sarif', 'junit', 'html'] as const;

export type ProveFormat = (typeof proveFormats)[number];

export function proveReport(report: ProveReport, format: ProveFormat, paint: Paint): string {
  switch (format) {
    case 'text':
      return proveText(report, paint);
    case 'json':
      return proveJson(report);
    case 'markdown':
      return proveMarkdown(report);
    case 'github':
      return proveGithub(report);
    case 'sarif':
      return proveSarif(report);
    case 'junit':
      return proveJunit(report);
    case 'html':
      return proveHtml(report);
  }
}

function proveMarkdown(report: ProveReport): string {
  const { proved, redact } = report;
  const head = `### cfgtool prove: ${summaryText(report)}`;
  const rows = proved.map(
    (each) =>
      `| ${MARKS[each.verdict.kind]} ${each.verdict.kind} | ${markdownText(redact(each.property.name))} | ${markdownText(redact(verdictText(each)))} |`,
  );
  const left = (count: number): string => `| | | and ${count} more |`;
  const table = ['| verdict | property | |', '|---|---|---|', ...within(rows, MAX_CHARACTERS / 2, left)].join(
    '\n',
  );
  const details = proved.flatMap((each) => {
    const { property, verdict } = each;
    if (verdict.kind !== 'refuted') return [];
    const places = becauseTexts(each).map((text) => `- ${markdownText(redact(text))}`);
    const command = tracing(report, verdict).map((each) => markdownBlock(redact(each), 'sh'));
    return [collapsible(redact(property.name), [places.join('\n'), ...command].join('\n\n'))];
  });
  const shown = within(
    details,
    MAX_CHARACTERS / 2,
    (count) => `${count} more are left out; \`--format text\` shows them all.`,
  );
  return `${[head, table, ...shown].join('\n\n')}\n`;
}

/** The command that shows the way of the request that refutes: none where several inputs together are one configuration. */
function tracing({ inputs: [input, ...others] }: ProveReport, verdict: Refuted): readonly string[] {
  return input === undefined || others.length > 0 ? [] : [requestCommand(verdict.by.request, input)];
}

type Refuted = Extract<Verdict, { readonly kind: 'refuted' }>;

/** Where a failure is shown: at what lets the request through, else at the property. */
function placeOf({ property, because: [because] }: ProvedProperty, [input = '']: readonly string[]): Located {
  if (because !== undefined) return { file: because.place.file, range: because.place.range };
  return placeOfProperty(property) ?? { file: input };
}

interface Located {
  readonly file: string;
  readonly range?: Range;
}

/** Undefined for a built-in one. */
function placeOfProperty({ place }: Property): Located | undefined {
  if (place === null) return undefined;
  const at = { line: place.line, column: place.column };
  return { file: place.file, range: { start: at, end: at } };
}

function failed(report: ProveReport): readonly ProvedProperty[] {
  return report.proved.filter((each) => !isSuccess(report, each));
}

function proveGithub(report: ProveReport): string {
  return failed(report)
    .map((each) =>
      annotationText({
        level: each.verdict.kind === 'refuted' ? 'error' : 'warning',
        ...placeOf(each, report.inputs),
        title: `prove: ${report.redact(each.property.name)}`,
        message: report.redact(verdictText(each)),
      }),
    )
    .join('');
}

/** What tells failures apart in code scanning, whatever line they are at. */
function fingerprintOf({ property, verdict }: ProvedProperty): string {
  const { name, when, must } = property;
  const content = JSON.stringify([name, conditionText(when), conditionText(must), verdict.kind]);
  return createHash('sha256').update(content).digest('hex').slice(0, 12);
}

const RULE_IDS = {
  refuted: 'property-refuted',
  undecided: 'property-undecided',
  vacuous: 'property-vacuous',
} as const;

const RULES = [
  {
    id: RULE_IDS.refuted,
    level: 'error' as const,
    purpose: 'A request breaks a property that has to hold for all requests.',
  },
  {
    id: RULE_IDS.undecided,
    level: 'warning' as const,
    purpose: 'It cannot be decided whether a property holds.',
  },
  { id: RULE_IDS.vacuous, level: 'warning' as const, purpose: 'No request meets what a property speaks of.' },
].map((rule) => ({ ...rule, text: rule.purpose, markdown: rule.purpose }));

function proveSarif(report: ProveReport): string {
  const results = failed(report).flatMap((each) => {
    const { property, verdict } = each;
    if (verdict.kind === 'proved') return [];
    const own = placeOfProperty(property);
    const related: readonly SarifPlace[] = own === undefined ? [] : [{ ...own, message: property.name }];
    return [
      {
        rule: RULE_IDS[verdict.kind],
        level: verdict.kind === 'refuted' ? ('error' as const) : ('warning' as const),
        message: `${property.name}: ${verdictText(each)}`,
        place: placeOf(each, report.inputs),
        related,
        fingerprint: fingerprintOf(each),
        properties: verdict.kind === 'refuted' ? { request: verdict.by.request } : {},
      },
    ];
  });
  return sarifText({ version: report.version, rules: RULES, results }, report.redact);
}

function proveJunit(report: ProveReport): string {
  const { redact } = report;
  const name = redact(report.inputs.join(' '));
  const cases = report.proved.map((each) => {
    const { property, verdict } = each;
    const { place } = property;
    const plain = {
      name: redact(property.name),
      classname: name,
      ...(place === null ? {} : { file: place.file, line: place.line }),
    };
    if (isSuccess(report, each)) return plain;
    const text = [redact(verdictText(each)), ...becauseTexts(each).map(redact)];
    return { ...plain, failure: { message: text[0] ?? '', type: verdict.kind, text: text.join('\n') } };
  });
  return junitText([{ name, cases }]);
}

function proveHtml(report: ProveReport): string {
  const { proved, redact, version, inputs } = report;
  const show = showing(redact);
  const isGood = failed(report).length === 0;
  const cards = proved.map((each, index) => {
    const { property, verdict } = each;
    const level = isSuccess(report, each) ? 'good' : verdict.kind === 'refuted' ? 'error' : 'warning';
    const more =
      verdict.kind === 'refuted'
        ? `<p>${becauseTexts(each).map(show).join('<br>')}</p>${tracing(report, verdict)
            .map((command) => `<pre><code>${show(command)}</code></pre>`)
            .join('')}`
        : `<p>${show(`Covered: ${coveredText(verdict)}.`)}</p>`;
    const assuming = verdict.assuming.map((each) => `<p>${show(`Assuming that ${each}.`)}</p>`).join('');
    return `<section class="verdict ${level}" id="p${index + 1}"><h2>${show(`${verdict.kind}: ${property.name}`)}</h2><p class="about">${show(verdictText(each))}</p>${more}${assuming}</section>`;
  });
  return pageText({
    title: `cfgtool prove: ${summaryText(report)}`,
    head: `<p class="tool">cfgtool prove</p><div class="verdict ${isGood ? 'good' : 'error'}"><h1>${show(summaryText(report))}</h1><p class="about">${show(inputs.join(' '))}</p></div>`,
    links: proved.map(({ property, verdict }, index) => ({
      id: `p${index + 1}`,
      words: redact(`${verdict.kind}: ${property.name}`),
    })),
    controls: '',
    main: cards.join('\n'),
    version,
  });
}

const FORMAT_VERSION = 1;

export function proveJson(report: ProveReport): string {
  const { version, proved, redact } = report;
  return jsonText(
    { cfgtool: { version, format_version: FORMAT_VERSION }, properties: proved.map(objectOf) },
    redact,
  );
}

function objectOf(each: ProvedProperty): object {
  const { property, verdict } = each;
  const { name, place } = property;
  const isRefuted = verdict.kind === 'refuted';
  return {
    name,
    place,
    verdict: verdict.kind,
    message: verdictText(each),
    request: isRefuted ? verdict.by.request : null,
    trace: isRefuted ? traceObject(verdict.by.routed) : null,
    because: isRefuted ? each.because.map(becauseObject) : [],
    assuming: verdict.assuming,
    covered: verdict.covered,
    reason: 'reason' in verdict ? verdict.reason : null,
  };
}

export function proveText(report: ProveReport, paint: Paint): string {
  const { redact, proved } = report;
  const show = (text: string): string => safeLine(redact(text));
  const colour = proved.every((each) => isSuccess(report, each)) ? paint.green : paint.red;
  const lines = [
    ...proved.flatMap((each) => [...linesOf(each, report, paint, show), '']),
    colour(summaryText(report)),
  ];
  return `${lines.join('\n')}\n`;
}

function linesOf(
  each: ProvedProperty,
  report: ProveReport,
  paint: Paint,
  show: (text: string) => string,
): readonly string[] {
  const { property, verdict } = each;
  const { place } = property;
  const where = place === null ? '' : ` (${show(place.file)}:${place.line})`;
  const mark = isSuccess(report, each) ? paint.green : verdict.kind === 'refuted' ? paint.red : paint.yellow;
  const write = (label: string, texts: readonly string[]): readonly string[] =>
    labelled(
      label,
      texts.map((text) => ({ text: show(text) })),
      paint.cyan,
    );
  return [
    `${mark(verdict.kind)} ${paint.bold(show(property.name))}${where}`,
    ...paragraph(show(verdictText(each)), (line) => `  ${line}`),
    ...(verdict.kind === 'refuted'
      ? [
          ...pathLines(verdict.by.routed, paint, show),
          ...write('because', becauseTexts(each)),
          ...tracing(report, verdict).flatMap((command) =>
            paragraph(show(`try ${command}`), (line) => `  ${line}`),
          ),
        ]
      : write('covered', [coveredText(verdict)])),
    ...write('assuming', verdict.assuming),
  ];
}

function becauseObject({ message, place, change }: ProvedProperty['because'][number]): object {
  return { message, ...place, change: change ?? null };
}
