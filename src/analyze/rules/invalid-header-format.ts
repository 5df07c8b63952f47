import { versionOf } from '../../model/bound.ts';
import { formatProblems } from '../fields/format.ts';
import type { AnalysisRule } from '../rule.ts';

export const invalidHeaderFormat: AnalysisRule = {
  id: 'invalid-header-format',
  level: 'error',
  purpose: 'A header value with a percent sign that begins no variable.',
  why: 'Values of headers that are added take the variables of the access log, between percent signs. A percent sign that begins none, or one without end, is refused with the whole configuration.',
  remedy: 'Write %% for a percent sign, or close the variable with another %.',
  source: 'data-model.md: core.HeaderValue, core.HeaderValueOption, core.HeaderMap: value',
  bad: {
    type: 'core.HeaderValueOption',
    yaml: 'header: { key: x-share, value: 100% }\n',
  },
  good: {
    type: 'core.HeaderValueOption',
    yaml: 'header: { key: x-share, value: 100%% }\n',
  },
  messages: {
    'core.HeaderValueOption'({ header }, frame, { spot, report }) {
      if (header?.value === undefined) return;
      const isWrong = versionOf(header) === 'v3' ? hasNoCommand(header.value) : opensWithoutEnd(header.value);
      if (!isWrong || /^RateLimitQuota/.test(frame.parent?.type ?? '')) return;
      report({
        message: `the value of header ${header.key ?? ''} has a % that begins no variable, or one that never ends, so the proxy refuses it; write %% for a percent sign`,
        at: spot({ message: header, type: 'core.HeaderValue' }, 'value'),
        identity: header.key ?? '',
      });
    },
  },
};

/** Whether a percent sign begins no command of version 3. */
function hasNoCommand(value: string): boolean {
  return value.includes('%') && formatProblems(value).some(({ kind }) => kind === 'format');
}

/** The same of version 2, where only an end that is missing is certain. A percent sign in the arguments, as in `%START_TIME(%Y)%`, is theirs. */
function opensWithoutEnd(value: string): boolean {
  let isOpen = false;
  for (let at = 0; at < value.length; at++) {
    if (value[at] === '%') isOpen = !isOpen;
    else if (isOpen && value[at] === '(') {
      const end = value.indexOf(')', at);
      if (end === -1) return true;
      at = end;
    }
  }
  return isOpen;
}
