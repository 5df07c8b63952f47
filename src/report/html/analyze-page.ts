/** An analysis as one page: findings, a picture of each configuration, and its lines with the findings at them. */

import { type ExplainedRule, explainedRules } from '../../analyze/index.ts';
import { DEFAULT_NAMESPACE, withNamespace } from '../../model/namespace.ts';
import { relatedOf } from '../../present/blocks.ts';
import {
  type AnalyzedFile,
  type AnalyzeReport,
  type Folded,
  folded,
  groupsOf,
  LEVELS,
  redactAll,
  resourceName,
  severity,
  summaryOf,
  summaryText,
  tryCommand,
} from '../../present/finding.ts';
import {
  filterable,
  htmlOf,
  htmlSentence,
  inlineCode,
  levelBadge,
  type Show,
  saying,
  showing,
} from '../../present/html.ts';
import type { Picture, PictureNode } from '../../results/picture/picture.ts';
import type { Redact } from '../../results/secrets/redact.ts';
import type { FindingResult } from '../../results/shapes.ts';
import { counted, grouped } from '../../source/counted.ts';
import { shellWord } from '../../source/shell-words.ts';
import {
  type Allowance,
  findingsWithin,
  type ListingPlan,
  lineTarget,
  listing,
  type Note,
  type Plans,
  placeLink,
  planListing,
  startAllowance,
} from './listing.ts';
import { controlsOf, joinedNotice, pageText, runNotice } from './page.ts';
import { draw } from './picture.ts';

/** Configurations whose picture and lines are shown. */
const MAX_FILES = 40;
/** So many can be seen at once; more are folded. */
const MAX_OPEN = 4;

/** With fewer findings than these the picture says most, and comes first. */
const FEW_FINDINGS = 10;

const JOINED = joinedNotice(
  'the lines around findings',
  'a whole file, and the picture of who leads where',
  'cfgtool analyze FILE --format html',
);

export function analyzeHtml(report: AnalyzeReport): string {
  const redact = redactAll(report);
  const show = showing(redact);
  const chosen = chosenFindings(report.findings);
  const files = shownFiles(report, chosen);
  const plans = plansOf(files, chosen, show, startAllowance());
  const { error, warning } = summaryOf(report);
  const mood = error > 0 ? 'error' : warning > 0 ? 'warning' : report.findings.length > 0 ? 'info' : 'good';
  const pictures = picturesOf(report, files, chosen, plans, redact);
  const rulesOf = startExplaining(report);
  const rules = rulesSection(
    chosen.map(({ finding }) => finding.rule),
    rulesOf(),
    show,
  );
  const lines = linesSection(files, plans, show);
  const found = findingsSection(report, chosen, plans, rulesOf, show);
  const startsWithPicture = pictures !== '' && report.findings.length < FEW_FINDINGS;
  const pictureLink = pictures === '' ? [] : [{ id: 'pictures', words: 'Picture' }];
  return pageText({
    title: `cfgtool analyze: ${summaryText(report)}`,
    head: `<p class="tool">cfgtool analyze</p>
<div class="verdict ${mood}"><h1>${show(summaryText(report))}</h1><p class="about">${aboutFiles(report, show)}</p></div>${runNotice(report.run, show)}${report.pictures === undefined ? JOINED : ''}`,
    links: [
      ...(startsWithPicture ? pictureLink : []),
      { id: 'findings', words: 'Findings' },
      ...(startsWithPicture ? [] : pictureLink),
      ...(lines === '' ? [] : [{ id: 'lines', words: 'Lines' }]),
      ...(rules === '' ? [] : [{ id: 'rules', words: 'Rules' }]),
    ],
    controls: controlsOf(
      'findings',
      chosen.map(({ finding }) => finding),
      LEVELS,
      [
        ['rule', report.by === undefined ? 'rule' : 'object'],
        ['severity', 'severity'],
        ['order', 'place'],
      ],
    ),
    main: (startsWithPicture ? [pictures, found] : [found, pictures]).concat(lines, rules).join('\n'),
    version: report.version,
  });
}

function aboutFiles({ files }: AnalyzeReport, show: Show): string {
  const names = files.slice(0, 3).map(({ name }) => `<code>${show(name)}</code>`);
  return `${names.join(', ')}${files.length > 3 ? ` and ${counted(files.length - 3, 'more file')}` : ''}`;
}

/** With several files only those that something is said about. */
function shownFiles({ files }: AnalyzeReport, chosen: readonly Chosen[]): readonly AnalyzedFile[] {
  const named = new Set(chosen.map(({ finding }) => finding.file));
  const seen = new Set<string>();
  return files
    .filter(({ name }) => {
      const isNew = !seen.has(name) && (files.length === 1 || named.has(name));
      seen.add(name);
      return isNew;
    })
    .slice(0, MAX_FILES);
}

function plansOf(
  files: readonly AnalyzedFile[],
  chosen: readonly Chosen[],
  show: Show,
  allowance: Allowance,
): Plans {
  const notes = new Map<string, Note[]>(files.map(({ name }) => [name, []]));
  for (const each of chosen) {
    const { finding } = each;
    notes
      .get(finding.file)
      ?.push({ ...noteOf(finding), level: finding.level, html: findingNote(each, show) });
    for (const related of relatedOf(finding).shown) {
      const { line, column } = noteOf(related);
      notes.get(related.file)?.push({ level: 'cosmetic', line, last: line, column });
    }
  }
  return new Map(
    files.map((file, index) => [
      file.name,
      planListing(file, notes.get(file.name) ?? [], `L${index}`, allowance),
    ]),
  );
}

function noteOf({ range: { start, end } }: Chosen['finding'] | Chosen['finding']['related'][number]) {
  const last = end.column === 1 ? end.line - 1 : end.line;
  return { line: start.line, last: Math.max(start.line, last), column: start.column };
}

function findingsSection(
  { findings, by }: AnalyzeReport,
  chosen: readonly Chosen[],
  plans: Plans,
  rulesOf: ReturnType<typeof startExplaining>,
  show: Show,
): string {
  const left = findings.length - chosen.length;
  const about =
    left === 0
      ? ''
      : `<p class="note-box">The ${grouped(chosen.length)} most severe of ${grouped(findings.length)} findings are shown; ${grouped(left)} are left out to keep this page small. <code>--format json</code> lists them all.</p>`;
  const ids = new Map(chosen.map(({ finding, id }) => [finding, id]));
  const lists = (by === undefined ? byRule(chosen) : groupsOf({ by }, chosen, ({ finding }) => finding)).map(
    ({ title, own }) => {
      const [{ finding: first } = { finding: undefined }] = own;
      if (first === undefined) return '';
      const cards = folded(
        own.map(({ finding }) => finding),
        'file',
      )
        .map((entry) => cardOf(entry, ids, { show, plans, rules: rulesOf(entry.finding.file) }))
        .join('\n');
      const isOpen = own.length <= MAX_OPEN_INFOS || own.some(({ finding }) => finding.level !== 'info');
      const badge = by === undefined ? `${levelBadge(first.level)} ` : '';
      return `<details class="group"${isOpen ? ' open' : ''}><summary><h3>${show(title ?? '')}</h3> ${badge}<span class="count">${counted(own.length, 'finding')}</span></summary><ol>${cards}</ol></details>`;
    },
  );
  const none = findings.length === 0 ? '<p class="note-box">Nothing was found.</p>' : '';
  return `<section id="findings"><h2>Findings</h2>${about}${none}${lists.join('\n')}<ol class="sorted" hidden></ol></section>`;
}

function cardOf(
  { finding, others }: Folded,
  ids: ReadonlyMap<Chosen['finding'], string>,
  page: FindingPage,
): string {
  const withId = (each: Chosen['finding']): Chosen => ({ finding: each, id: ids.get(each) ?? '' });
  return findingCard(withId(finding), others.map(withId), page);
}

/** More infos of one rule than these are folded. */
const MAX_OPEN_INFOS = 20;

/** By level and rule, the severest first, then those with the most findings. */
function byRule(
  chosen: readonly Chosen[],
): readonly { readonly title: string | undefined; readonly own: readonly Chosen[] }[] {
  const groups = new Map<string, Chosen[]>();
  for (const each of chosen) {
    const key = `${severity(each.finding.level)} ${each.finding.rule}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each]);
    else group.push(each);
  }
  const level = ([first]: readonly Chosen[]): number =>
    first === undefined ? 0 : severity(first.finding.level);
  return [...groups.values()]
    .sort((one, other) => level(one) - level(other) || other.length - one.length)
    .map((own) => ({ title: own[0]?.finding.rule, own }));
}

function picturesOf(
  { pictures = [] }: AnalyzeReport,
  files: readonly AnalyzedFile[],
  chosen: readonly Chosen[],
  plans: Plans,
  redact: Redact,
): string {
  const [show, say] = [showing(redact), saying(redact)];
  const shownNames = new Set(files.map(({ name }) => name));
  const findingAt = findingsWithin(chosen.map(({ finding, id }) => ({ place: finding, id })));
  const target = ({ place }: PictureNode): string | undefined => {
    const id = place === undefined ? undefined : findingAt(place);
    if (id !== undefined) return `#${id}`;
    return place === undefined ? undefined : lineTarget(plans, place);
  };
  const shown = pictures.filter(
    (each) => each.files.some((name) => shownNames.has(name)) && hasSomethingToShow(each.picture),
  );
  if (shown.length === 0) return '';
  const drawn = shown.slice(0, MAX_FILES).map(({ files: names, picture }, index) => {
    const name = names.length > 1 ? `${names.length} files as one configuration` : (names[0] ?? '');
    const caption = shown.length > 1 ? name : '';
    const figure = htmlOf(draw(picture, { id: `picture${index}`, say, caption, target }));
    return shown.length > MAX_OPEN ? `<details><summary>${show(name)}</summary>${figure}</details>` : figure;
  });
  return `<section id="pictures"><h2>Who leads where</h2>${drawn.join('\n')}</section>`;
}

/** Nodes that neither lead anywhere nor are marked say nothing. */
function hasSomethingToShow({ columns, links }: Picture): boolean {
  return links.length > 0 || columns.some(({ nodes }) => nodes.some(({ mark }) => mark !== undefined));
}

function linesSection(files: readonly AnalyzedFile[], plans: Plans, show: Show): string {
  const shown = files.flatMap((file) => {
    const plan = plans.get(file.name);
    return plan === undefined || plan.stretches.length === 0 ? [] : [{ file, plan }];
  });
  if (shown.length === 0) return '';
  const html = shown.map(({ file, plan }) => fileHtml(file, plan, shown.length > MAX_OPEN, show));
  return `<section id="lines"><h2>The configuration’s own lines</h2>${html.join('\n')}</section>`;
}

function fileHtml(file: AnalyzedFile, plan: ListingPlan, isFolded: boolean, show: Show): string {
  const body = `<div class="file"><h3>${show(file.name)}</h3>${listing(file, plan)}</div>`;
  return isFolded ? `<details><summary><code>${show(file.name)}</code></summary>${body}</details>` : body;
}

export interface Chosen {
  readonly finding: FindingResult;
  /** Of its element: `f1`. */
  readonly id: string;
}

const MAX_SHOWN = 1000;
const MAX_CHARACTERS = 700_000;

/** In the order of the report. */
export function chosenFindings(findings: readonly FindingResult[]): readonly Chosen[] {
  const chosen = new Set<FindingResult>();
  let characters = 0;
  for (const level of LEVELS)
    for (const finding of findings) {
      if (finding.level !== level || chosen.size >= MAX_SHOWN) continue;
      characters += lengthOf(finding);
      if (characters > MAX_CHARACTERS) break;
      chosen.add(finding);
    }
  return findings
    .filter((finding) => chosen.has(finding))
    .map((finding, index) => ({ finding, id: `f${index + 1}` }));
}

function lengthOf({ message, related, request, file }: FindingResult): number {
  const told = Math.min(message.length, 1200) + 400;
  const places = Math.min(related.length, 6) * (file.length + 100);
  return told + places + (request === undefined ? 0 : JSON.stringify(request).length);
}

/** Related places that are listed. */
const MAX_RELATED = 6;

export interface FindingPage {
  readonly show: Show;
  readonly plans: Plans;
  /** Texts of the rules by id. */
  readonly rules: ReadonlyMap<string, ExplainedRule>;
}

/** @param others of which the same is said, at other places */
export function findingCard(
  { finding, id }: Chosen,
  others: readonly Chosen[],
  { show, plans, rules }: FindingPage,
): string {
  const { rule, level, message } = finding;
  const { shown, more } = relatedOf(finding);
  const places = [
    ...shown.map((each) => `<li>${placeLink(plans, each, show)} ${show(each.message)}</li>`),
    ...more.map((each) => `<li>${htmlSentence(each, show)}</li>`),
  ];
  const command = tryCommand(finding);
  const todo = whatToDo(finding, rules.get(rule), show);
  return `<li class="card ${level}" id="${id}" ${filterable(level, rule)} data-count="${others.length + 1}" data-order="${id.slice(1)}" data-severity="${severity(level)}">
<div class="top">${levelBadge(level)} <a href="#rule-${show(rule)}">${show(rule)}</a> <span class="what">${show(resourceName(finding))}</span>${others.length === 0 ? '' : ` <span class="count">${grouped(others.length + 1)} times</span>`} <span class="at">${placeLink(plans, finding, show)}</span></div>
<p class="message">${show(message)}</p>
${places.length === 0 ? '' : `<ul class="related">${places.join('')}</ul>`}
${alsoAt(others, plans, show)}
${command === undefined ? '' : `<p class="try"><b>Try</b> <code>${show(command)}</code></p>`}
${todo.length === 0 ? '' : `<details class="fix"><summary>How to fix</summary>${todo.join('')}</details>`}
</li>`.replaceAll(/\n\n+/g, '\n');
}

/** The other places of what is said many times, each where its links lead to. */
function alsoAt(others: readonly Chosen[], plans: Plans, show: Show): string {
  if (others.length === 0) return '';
  const places = others.map(
    (each) =>
      `<li id="${each.id}">${placeLink(plans, each.finding, show)} ${show(resourceName(each.finding))}</li>`,
  );
  const list = `<ul class="related">${places.join('')}</ul>`;
  return others.length <= MAX_RELATED
    ? list
    : `<details class="fix"><summary>${grouped(others.length)} more places</summary>${list}</details>`;
}

/** What to do about this finding: what its message asks for, what the commands do, and what holds for its rule. */
function whatToDo(
  { rule, message, file, fix, data }: Chosen['finding'],
  texts: ExplainedRule | undefined,
  show: Show,
): readonly string[] {
  // What comes of a guess is in the fix, where there is one.
  const given = adviceIn(message);
  const advice = fix !== undefined && given?.endsWith('?') ? undefined : given;
  const { migration } = data;
  return [
    ...(advice === undefined ? [] : [`<p><b>Here</b> ${show(advice)}${advice.endsWith('?') ? '' : '.'}</p>`]),
    ...(fix === undefined
      ? []
      : [
          `<p><code>${show(`cfgtool analyze ${shellWord(file)} --fix --rule ${rule}`)}</code> can ${show(fix.title)}.</p>`,
        ]),
    ...(typeof migration === 'string'
      ? [
          `<p><code>${show(`cfgtool migrate ${shellWord(file)} --write --only ${migration}`)}</code> converts it.</p>`,
        ]
      : []),
    ...(texts === undefined ? [] : [`<p><b>In general</b> ${inlineCode(show(texts.remedy))}</p>`]),
  ];
}

/** What a message says to do, or guesses was meant, stands behind its last semicolon. */
function adviceIn(message: string): string | undefined {
  const at = message.lastIndexOf('; ');
  return at === -1 ? undefined : message.slice(at + 2);
}

/** What stands below a line of the file, with the way back to the finding. */
export function findingNote({ finding, id }: Chosen, show: Show): string {
  const { level, rule, message } = finding;
  return `<div class="note ${level}" ${filterable(level, rule)}>${levelBadge(level)} <a href="#${id}">${show(rule)}</a> ${show(message)}</div>`;
}

/** Answers with the texts of all rules by id, in the namespace of a file; without one in that of the first file. */
export function startExplaining({
  files,
}: AnalyzeReport): (file?: string) => ReadonlyMap<string, ExplainedRule> {
  const words = new Map(
    files.flatMap(({ name, namespace }) => (namespace === undefined ? [] : [[name, namespace]])),
  );
  const [first = DEFAULT_NAMESPACE] = words.values();
  const made = new Map<string, ReadonlyMap<string, ExplainedRule>>();
  return (file = '') => {
    const namespace = words.get(file) ?? first;
    const known =
      made.get(namespace) ?? new Map(explainedRules.map((rule) => [rule.id, inNamespaceOf(rule, namespace)]));
    made.set(namespace, known);
    return known;
  };
}

function inNamespaceOf(rule: ExplainedRule, namespace: string): ExplainedRule {
  const { purpose, why, remedy } = rule;
  return {
    ...rule,
    purpose: withNamespace(purpose, namespace),
    why: withNamespace(why, namespace),
    remedy: withNamespace(remedy, namespace),
  };
}

/** One section a rule, in the order of their names. */
export function rulesSection(
  ids: Iterable<string>,
  rules: ReadonlyMap<string, ExplainedRule>,
  show: Show,
): string {
  const known = [...new Set(ids)].sort().flatMap((id) => rules.get(id) ?? []);
  if (known.length === 0) return '';
  const sections = known.map(
    ({ id, level, purpose, why, remedy, source }) => `<article class="rule" id="rule-${show(id)}">
<h3>${show(id)} ${levelBadge(level)}</h3>
<dl><dt>What</dt><dd>${inlineCode(show(purpose))}</dd><dt>Why</dt><dd>${inlineCode(show(why))}</dd><dt>What to do</dt><dd>${inlineCode(show(remedy))}</dd><dt>Source</dt><dd>${show(source)}</dd></dl>
</article>`,
  );
  return `<section id="rules"><h2>The rules behind these findings</h2>${sections.join('\n')}</section>`;
}
