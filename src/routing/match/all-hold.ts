/** Several conditions of one kind together. */
import type { Answer, Regexes, Say } from '../regex/regexes.ts';
import type { SeenRequest } from '../request/request.ts';

/** Whether one matcher holds for a request. */
type Holds<M> = (matcher: M, request: SeenRequest, regexes: Regexes, say: Say) => Answer;

/** Whether every matcher holds. An undecided one gives way to one that fails, wherever it stands. */
export function allHold<M>(
  matchers: readonly M[],
  holds: Holds<M>,
  request: SeenRequest,
  regexes: Regexes,
  say: Say,
): Answer {
  let answer: Answer = true;
  for (const matcher of matchers) {
    const each = holds(matcher, request, regexes, say);
    if (each === false) return false;
    if (each !== true && answer === true) answer = each;
  }
  return answer;
}
