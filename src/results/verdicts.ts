/** What deciding a property came to, in words. */
import type { Because } from '../prove/because.ts';
import { conditionText } from '../prove/describe.ts';
import type { Property } from '../prove/property.ts';
import type { Verdict } from '../prove/prove.ts';
import { answerText } from '../routing/outcome/words.ts';
import { requestText } from './requests.ts';

/** What the verdict says, in one sentence. */
export function verdictText({
  property,
  verdict,
}: {
  readonly property: Property;
  readonly verdict: Verdict;
}): string {
  const { when } = property;
  const isAny = when.kind === 'all' && when.of.length === 0;
  switch (verdict.kind) {
    case 'proved':
      return `every request ${isAny ? '' : `that ${conditionText(when)} `}${conditionText(property.must)}`;
    case 'refuted': {
      const { request, observed } = verdict.by;
      return `${requestText(request)} ${answerText(observed.branch.outcome)}; the property says that it ${conditionText(property.must)}`;
    }
    case 'vacuous':
      return isAny
        ? 'no request comes in, so that nothing is proved'
        : `no request ${conditionText(when)}, so that nothing is proved: correct its when`;
    case 'undecided':
      return `it stays open: ${verdict.reason}`;
  }
}

/** What lets a request through, and what would close the way. */
export function becauseText({ message, change }: Because): string {
  return change === undefined ? message : `${message}; to close it: ${change}`;
}
