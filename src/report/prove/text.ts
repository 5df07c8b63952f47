/** Verdicts for people: what is refuted with the request that shows it and its way, then the rest, then the count. */
import { requestCommand } from '../../results/words/request-text.ts';
import { pathLines } from '../requests/trace-text.ts';
import { labelled, paragraph } from '../text/columns.ts';
import type { Paint } from '../text/paint.ts';
import { safeLine } from '../text/safe-text.ts';
import {
  becauseOf,
  coveredText,
  isSuccess,
  type ProvedProperty,
  type ProveReport,
  sentenceOf,
  summaryText,
} from './report.ts';

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
    ...paragraph(show(sentenceOf(each)), (line) => `  ${line}`),
    ...(verdict.kind === 'refuted'
      ? [
          ...pathLines(verdict.by.routed, paint, show),
          ...write(
            'because',
            becauseOf(verdict.by).map(({ message, file, line }) => `${message} (${file}:${line})`),
          ),
          ...paragraph(
            show(`try ${requestCommand(verdict.by.request, report.input)}`),
            (line) => `  ${line}`,
          ),
        ]
      : write('covered', [coveredText(verdict)])),
    ...write('assuming', verdict.assuming),
  ];
}
