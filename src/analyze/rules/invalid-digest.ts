import { versionOf } from '../../model/bound.ts';
import type { AnalysisRule } from '../rule.ts';

export const invalidDigest: AnalysisRule = {
  id: 'invalid-digest',
  level: 'error',
  purpose: 'A SHA-256 digest of remote data that no data can have.',
  why: 'Fetched data is used only if its digest is this one. A SHA-256 digest is 64 hex digits; anything else refuses all data.',
  remedy: 'Write the output of sha256sum for the file, without its name.',
  source: 'data-model.md: core.RemoteDataSource: sha256',
  bad: {
    type: 'core.RemoteDataSource',
    yaml: `http_uri: { uri: "http://files.test/a.wasm", cluster: files, timeout: 5s }
sha256: 8f434346648f6b96
`,
  },
  good: {
    type: 'core.RemoteDataSource',
    yaml: `http_uri: { uri: "http://files.test/a.wasm", cluster: files, timeout: 5s }
sha256: 8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4
`,
  },
  messages: {
    'core.RemoteDataSource'({ sha256 }, frame, { spot, report }) {
      if (sha256 === undefined || sha256 === '' || /^[0-9a-fA-F]{64}$/.test(sha256)) return;
      report({
        // The proxy takes it, and then nothing that it fetches.
        ...(versionOf(frame.message) === 'v3' ? { level: 'warning' as const } : {}),
        message: `sha256 is no SHA-256 digest: that is 64 hex digits, and this has ${sha256.length} characters, so the fetched data is always refused; write the digest of the file`,
        at: spot(frame, 'sha256'),
      });
    },
  },
};
