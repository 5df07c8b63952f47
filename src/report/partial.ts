/** What reports say where a run ended before it was through. */

import { counted } from '../source/counted.ts';
import type { JunitSuite } from './junit.ts';
import type { Paint } from './text/paint.ts';

/** What is known of a run that may be partial. */
export interface MaybePartial {
  /** Inputs that were not looked at. */
  readonly left?: number;
  /** Shares of a joined report that are not in it. */
  readonly missing?: readonly number[];
}

/** In one sentence; undefined where the report is whole. */
export function partialText(run: MaybePartial | undefined): string | undefined {
  const { left, missing = [] } = run ?? {};
  const why = [
    ...(left === undefined
      ? []
      : [`the run ended before ${counted(left, 'input')} ${left === 1 ? 'was' : 'were'} looked at`]),
    ...(missing.length === 0
      ? []
      : [
          `${missing.length === 1 ? 'share' : 'shares'} ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing`,
        ]),
  ];
  return why.length === 0 ? undefined : `partial: ${why.join('; ')}`;
}

/** For JSON reports: a mark where the report is not whole. */
export function partialMark(run: MaybePartial | undefined): { readonly partial?: true } {
  return partialText(run) === undefined ? {} : { partial: true };
}

/** As a line at the end of a text. */
export function partialLine(run: MaybePartial | undefined, paint: Paint): string {
  const text = partialText(run);
  return text === undefined ? '' : `${paint.red(text)}\n`;
}

/** As a paragraph at the end of a comment. */
export function partialMarkdown(run: MaybePartial | undefined): string {
  const text = partialText(run);
  return text === undefined ? '' : `\n**${text}**\n`;
}

/** As an annotation of the workflow itself. */
export function partialGithub(run: MaybePartial | undefined): string {
  const text = partialText(run);
  return text === undefined ? '' : `::error title=cfgtool::${text}\n`;
}

/** As a suite that fails. */
export function partialSuites(run: MaybePartial | undefined): readonly JunitSuite[] {
  const text = partialText(run);
  if (text === undefined) return [];
  const failure = { message: text, type: 'partial', text };
  return [{ name: 'cfgtool', cases: [{ name: 'every input was looked at', classname: 'cfgtool', failure }] }];
}

/** As SARIF says that a tool did not come to its end. */
export function partialInvocations(run: MaybePartial | undefined): object {
  const text = partialText(run);
  if (text === undefined) return {};
  const notification = { level: 'error', message: { text } };
  return { invocations: [{ executionSuccessful: false, toolExecutionNotifications: [notification] }] };
}
