/** The rows of one traced request. */
import type { Request } from '../../routing/request/request.ts';
import { readRequestLine, requestLine } from '../../routing/request/request-line.ts';
import { shellWords } from '../../source/shell-words.ts';
import type { ItemPlace, ShownRequest } from '../jobs/input.ts';
import type { TraceAnswer, Traced, TracedStep } from '../jobs/trace.ts';
import { type Piece, wrapped } from '../text.ts';
import type { Role } from '../theme.ts';
import type { Effect } from '../view.ts';

export interface TraceRow {
  readonly pieces: readonly Piece[];
  /** Where Enter leads. */
  readonly place?: ItemPlace;
  /** What Enter asks about. */
  readonly request?: Request;
}

const LABEL = 14;

/** @param remark what is to be said before, such as why no request lands where one was wanted */
export function traceRows(
  answer: TraceAnswer,
  remark: string | undefined,
  columns: number,
): readonly TraceRow[] {
  const width = Math.max(30, columns - 2);
  const told = remark === undefined ? [] : [...text(remark, 'warning', width), { pieces: [] }];
  if ('problem' in answer)
    return [
      ...told,
      ...text(answer.problem, 'error', width),
      ...text(answer.hint, 'dim', width),
      ...answer.choices.flatMap(({ text: words, request }) =>
        wrapped(words, width - 2).map(
          (line, at): TraceRow => ({ pieces: [[at === 0 ? '• ' : '  ', 'key'], line], request }),
        ),
      ),
    ];
  return [
    ...told,
    ...text(answer.title, 'strong', width),
    ...text(answer.answer, 'title', width),
    { pieces: [] },
    ...stepRows(answer.steps, width),
    ...endRows(answer, width),
    ...(answer.hint === undefined ? [] : [{ pieces: [] }, ...text(answer.hint, 'dim', width)]),
  ];
}

function text(words: string, role: Role, width: number): readonly TraceRow[] {
  return wrapped(words, width).map((line) => ({ pieces: [[line, role]] }));
}

function stepRows(steps: readonly TracedStep[], width: number): readonly TraceRow[] {
  let before = '';
  return steps.flatMap(({ label, text: words, matched, place }) => {
    const shown = label === before ? '' : label;
    before = label;
    const role: Role = matched ? 'good' : 'dim';
    return wrapped(words, width - LABEL - 2).map((line, index): TraceRow => {
      const head: Piece = [(index === 0 ? shown : '').padEnd(LABEL), 'key'];
      const sign: Piece = [index > 0 ? '  ' : matched ? '✔ ' : '· ', role];
      return {
        pieces: [head, sign, [line, matched ? 'plain' : 'dim']],
        ...(place === undefined ? {} : { place }),
      };
    });
  });
}

function endRows({ ends, answer }: Traced, width: number): readonly TraceRow[] {
  return ends.flatMap(({ title, facts, place }): readonly TraceRow[] => {
    const own = place === undefined ? {} : { place };
    const head = title === answer ? [] : text(title, 'strong', width).map((row) => ({ ...row, ...own }));
    const body = facts.flatMap(({ label, texts }) =>
      texts.flatMap((each, index) =>
        wrapped(each, width - LABEL - 2).map(
          (line, row): TraceRow => ({
            pieces: [[(index + row === 0 ? label : '').padEnd(LABEL), 'key'], '  ', line],
          }),
        ),
      ),
    );
    return head.length + body.length === 0 ? [] : [{ pieces: [] }, ...head, ...body];
  });
}

// Requests of the explorer: the line that is typed, and the line that may be shown.

/** @returns a text where it is none, with what is missing */
export function typedRequest(line: string): Request | string {
  return readRequestLine(shellWords(line));
}

/** The request to the clipboard, with its secrets hidden as on the screen. */
export function copyOfRequest({ line, request }: ShownRequest): Effect {
  const hides = line !== requestLine(request);
  return {
    kind: 'copy',
    text: line,
    what: `the request ${line}${hides ? ', in which secrets are hidden' : ''}`,
  };
}
