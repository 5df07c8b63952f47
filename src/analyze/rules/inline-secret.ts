import type { Message } from '../../schema/types.ts';
import type { AnalysisRule } from '../rule.ts';

type Source = Message<'core.DataSource'>;

const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----\s+[A-Za-z0-9+/=]{16}/;
const CONTEXT = (key: string): string => `common_tls_context:
  tls_certificates:
    - certificate_chain: { filename: /etc/proxy/shop.pem }
      private_key: ${key}
`;

export const inlineSecret: AnalysisRule = {
  id: 'inline-secret',
  level: 'warning',
  purpose: 'A private key is written into the configuration.',
  why: 'Whoever can read the configuration has the key: in the repository and its history, in backups, in the dumps of a build. A key that was written there has to be replaced, not only moved.',
  remedy:
    'Keep the key in a file that only the proxy can read and name it with filename, or fetch it from a secret discovery service. Then issue a new one.',
  source: 'data-model.md: core.DataSource',
  bad: {
    type: 'DownstreamTlsContext',
    yaml: CONTEXT(
      '\n        inline_string: |\n          -----BEGIN PRIVATE KEY-----\n          VGhpcyBpcyBub3QgYSBrZXksIGJ1dCBsb29rcyBsaWtlIG9uZQ==\n          -----END PRIVATE KEY-----',
    ),
  },
  good: { type: 'DownstreamTlsContext', yaml: CONTEXT('{ filename: /etc/proxy/shop.key }') },
  messages: {
    'core.DataSource'(source, frame, { spot, report }) {
      const field = fieldWithKey(source);
      if (field === undefined) return;
      // A secret by itself is what a secret discovery service sends: there is no other place for the key.
      for (let at = frame.parent; at !== undefined; at = at.parent)
        if (at.type === 'Secret' && at.parent?.type !== STATIC) return;
      report({
        message: `a private key is written into the configuration, where everybody who reads it gets it; name a file with filename instead, and issue a new key`,
        at: spot(frame, field),
      });
    },
  },
};

const STATIC = 'Bootstrap.StaticResources';

function fieldWithKey({ inline_string: text, inline_bytes: bytes }: Source): string | undefined {
  if (text !== undefined && PRIVATE_KEY.test(text)) return 'inline_string';
  if (bytes === undefined) return undefined;
  return PRIVATE_KEY.test(Buffer.from(bytes, 'base64').toString('latin1')) ? 'inline_bytes' : undefined;
}
