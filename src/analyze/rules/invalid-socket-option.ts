import type { AnalysisRule } from '../rule.ts';

export const invalidSocketOption: AnalysisRule = {
  id: 'invalid-socket-option',
  level: 'error',
  purpose: 'A socket option of a bind configuration that is to be set after the bind.',
  why: 'Inside a bind configuration only STATE_PREBIND is valid: options of other states are never set there.',
  remedy: 'Remove state, which means STATE_PREBIND, or move the option to a listener.',
  source: 'data-model.md: core.SocketOption: state',
  bad: {
    type: 'core.BindConfig',
    yaml: `source_address: { address: 10.0.0.7, port_value: 0 }
socket_options: [{ level: 6, name: 9, int_value: 1, state: STATE_LISTENING }]
`,
  },
  good: {
    type: 'core.BindConfig',
    yaml: `source_address: { address: 10.0.0.7, port_value: 0 }
socket_options: [{ level: 6, name: 9, int_value: 1 }]
`,
  },
  messages: {
    'core.BindConfig'({ socket_options = [] }, _frame, { spot, report }) {
      for (const option of socket_options) {
        const { state, description, level, name } = option;
        if (state === undefined || state === 'STATE_PREBIND' || typeof state !== 'string') continue;
        const shown = description ?? `${level ?? 0}/${name ?? 0}`;
        report({
          message: `socket option ${shown} has the state ${state}, but in a bind configuration only STATE_PREBIND is valid; remove state`,
          at: spot({ message: option, type: 'core.SocketOption' }, 'state'),
          identity: shown,
        });
      }
    },
  },
};
