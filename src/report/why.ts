/** Causes of logged requests for people, for programs and for a page of notes. */

import { sourceText } from '../model/source-object.ts';
import { MAX_CHARACTERS, markdownCode, markdownText, within } from '../present/markdown.ts';
import { labelled, type Paint, safeLine } from '../present/text.ts';
import { requestCommand, urlText } from '../results/requests.ts';
import type { Redact } from '../results/secrets/redact.ts';
import { counted, grouped } from '../source/counted.ts';
import type { Why, WhyGroup } from '../why/groups.ts';
import { jsonText } from './data-text.ts';

const FORMAT_VERSION = 1;

/** The first is the default. */
export const whyFormats = ['text', 'json', 'markdown'] as const;

export interface WhyReport {
  readonly version: string;
  /** The configuration, as `trace` takes it. */
  readonly input: string;
  readonly why: Why;
  readonly redact: Redact;
}

export function whyReport(report: WhyReport, format: (typeof whyFormats)[number], paint: Paint): string {
  switch (format) {
    case 'text':
      return whyText(report, paint);
    case 'json':
      return whyJson(report);
    case 'markdown':
      return whyMarkdown(report);
  }
}

/** The report of the contract; its schema is docs/schemas/why.schema.json. */
function whyJson({ version, why, redact }: WhyReport): string {
  const groups = why.groups.map(({ place, isFine: _, ...group }) => ({
    ...group,
    ...(place ?? { file: null, pointer: null, range: null }),
  }));
  return jsonText(
    { cfgtool: { version, format_version: FORMAT_VERSION }, groups, unread: why.unread },
    redact,
  );
}

/** Such as `404 NR ×312`. */
function headOf({ status, flags, details, count }: WhyGroup): string {
  const what = [status ?? 'no status', flags.length > 0 ? flags.join(',') : (details ?? '')].filter(
    (each) => each !== '',
  );
  return `${what.join(' ')} ×${grouped(count)}`;
}

function summaryOf({ lines, unread, groups }: Why): string {
  const failed = groups.filter(({ isFine }) => !isFine);
  const count = failed.reduce((sum, each) => sum + each.count, 0);
  const others = failed.filter(({ consistent }) => !consistent).length;
  return [
    `${counted(lines, 'line')}: ${counted(count, 'failure')} of ${counted(failed.length, 'cause')}`,
    ...(others === 0 ? [] : [`${others} not of this configuration`]),
    ...(unread === 0 ? [] : [`${grouped(unread)} not read`]),
  ].join(', ');
}

const whereOf = ({ place }: WhyGroup): string | undefined =>
  place &&
  `${place.file}:${place.range.start.line} ${place.pointer}${place.source ? `, ${sourceText(place.source)}` : ''}`;

function whyText({ why, redact, input }: WhyReport, paint: Paint): string {
  const show = (text: string): string => safeLine(redact(text));
  const lines = why.groups.flatMap((group) => {
    const { cause, remedy, request, consistent, isFine, field } = group;
    const where = whereOf(group);
    const colour = isFine ? paint.green : consistent ? paint.red : paint.yellow;
    const write = (label: string, text: string | undefined): readonly string[] =>
      text === undefined ? [] : labelled(label, [{ text: show(text) }], paint.cyan);
    if (isFine) return [`${colour(show(headOf(group)))}: ${show(cause)}`];
    return [
      `${colour(show(headOf(group)))}${request === null ? '' : ` ${show(urlText(request))}`}`,
      ...write('cause', cause),
      ...write('where', where),
      ...write('field', field === null ? undefined : `${field} (cfgtool explain ${field})`),
      ...write('remedy', remedy),
      ...write('try', request === null ? undefined : requestCommand(request, input)),
      '',
    ];
  });
  return `${[...lines, paint.bold(summaryOf(why))].join('\n')}\n`;
}

function whyMarkdown({ why, redact }: WhyReport): string {
  const rows = why.groups.map((group) => {
    const where = whereOf(group);
    const place = where === undefined ? '' : `<br>${markdownCode(redact(where))}`;
    const request = group.request === null ? '' : markdownCode(redact(urlText(group.request)));
    return `| ${markdownText(redact(headOf(group)))} | ${markdownText(redact(group.cause))}${place} | ${markdownText(redact(group.remedy))} | ${request} |`;
  });
  const left = (count: number): string => `| | and ${count} more | | |`;
  const head = [
    `### cfgtool why: ${summaryOf(why)}`,
    '',
    '| lines | cause | remedy | first request |',
    '|---|---|---|---|',
  ];
  return `${[...head, ...within(rows, MAX_CHARACTERS, left)].join('\n')}\n`;
}
