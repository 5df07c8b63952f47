import type { AnalysisRule } from '../rule.ts';

/** Addresses that stand for all interfaces. */
const EVERYWHERE = new Set(['0.0.0.0', '::', '[::]', '0:0:0:0:0:0:0:0']);

const BOOTSTRAP = (address: string): string => `admin:
  address: { socket_address: { address: ${address}, port_value: 9901 } }
`;

export const exposedAdmin: AnalysisRule = {
  id: 'exposed-admin',
  level: 'info',
  purpose: 'The administration server listens on all interfaces.',
  why: 'It asks for no password: whoever reaches the port can stop the proxy, change runtime values and logging, and read the configuration and certificates. In a container the network around it may keep others out; that is not written here.',
  remedy: 'Let it listen on 127.0.0.1, or make sure that nobody else reaches the port.',
  source: 'how the proxy behaves: the administration server knows no authentication',
  bad: { type: 'Bootstrap', yaml: BOOTSTRAP('0.0.0.0') },
  good: { type: 'Bootstrap', yaml: BOOTSTRAP('127.0.0.1') },
  messages: {
    Admin({ address }, _frame, { spot, report }) {
      const socket = address?.socket_address;
      if (socket?.address === undefined || !EVERYWHERE.has(socket.address)) return;
      report({
        message: `the administration server listens on all interfaces (${socket.address}) and asks for no password; let it listen on 127.0.0.1 unless the network keeps others out`,
        at: spot({ message: socket, type: 'core.SocketAddress' }, 'address'),
      });
    },
  },
};
