import type { AnalysisRule } from '../rule.ts';

export const invalidHeaderFormat: AnalysisRule = {
  id: 'invalid-header-format',
  level: 'error',
  purpose: 'A header value with a lone percent sign.',
  why: 'Values of headers that are added take the variables of the access log, between percent signs. One that opens a variable and is never closed is refused with the whole configuration.',
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
    'core.HeaderValueOption'({ header }, _frame, { spot, report }) {
      if (header?.value === undefined || !opensWithoutEnd(header.value)) return;
      report({
        message: `the value of header ${header.key ?? ''} opens a variable with % and never closes it, so the proxy refuses it; write %% for a percent sign`,
        at: spot({ message: header, type: 'core.HeaderValue' }, 'value'),
        identity: header.key ?? '',
      });
    },
  },
};

/** Whether a value opens a variable without end. A percent sign in the arguments, as in `%START_TIME(%Y)%`, is theirs. */
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
