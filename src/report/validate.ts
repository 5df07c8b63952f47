/** The formats of `validate`: one line for each error, or what `analyze` writes about the same findings. */
import { type AnalyzeReport, redactAll, resourceName } from '../present/finding.ts';
import { type Paint, safeLine } from '../present/text.ts';
import { counted, countedLevel } from '../source/counted.ts';
import { analyzeGithub } from './analyze/github.ts';
import { analyzeJson } from './analyze/json.ts';
import { analyzeJunit } from './analyze/junit.ts';
import { analyzeSarif } from './analyze/sarif.ts';
import { partialGithub, partialLine } from './run.ts';

/** The first is the default. */
export const validateFormats = ['text', 'json', 'github', 'sarif', 'junit'] as const;

export type ValidateFormat = (typeof validateFormats)[number];

/** @param report the error findings alone */
export function validateReport(report: AnalyzeReport, format: ValidateFormat, paint: Paint): string {
  switch (format) {
    case 'text':
      return validateText(report, paint) + partialLine(report.run, paint);
    case 'json':
      return analyzeJson(report);
    case 'github':
      return analyzeGithub(report) + partialGithub(report.run);
    case 'sarif':
      return analyzeSarif(report);
    case 'junit':
      return analyzeJunit(report);
  }
}

/** `front.yaml:12:5 error weight-sum (Route shop/1) the weights add up to 90 …` */
function validateText(report: AnalyzeReport, paint: Paint): string {
  const redact = redactAll(report);
  const lines = report.findings.map((finding) => {
    const {
      file,
      range: { start },
      rule,
      message,
    } = finding;
    const name = resourceName(finding);
    const where = name === '' ? '' : ` (${name})`;
    const place = paint.bold(`${safeLine(file)}:${start.line}:${start.column}`);
    return `${place} ${paint.red('error')} ${paint.cyan(rule)}${paint.dim(safeLine(redact(where)))} ${safeLine(redact(message))}`;
  });
  const { length } = report.findings;
  const files = counted(report.files.length, 'file');
  const hidden = report.suppressed === 0 ? '' : ` (${report.suppressed} suppressed)`;
  const summary =
    length === 0
      ? paint.green(`nothing that the proxy refuses in ${files}${hidden}`)
      : paint.red(`${countedLevel(length, 'error')} in ${files}${hidden}`);
  return `${[...lines, summary].join('\n')}\n`;
}
