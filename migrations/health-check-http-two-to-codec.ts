import { isWritten, leave, leaveForOlder, type Migration } from '../src/canonical/migration/migration.ts';
import type { Edit } from '../src/source/edit/index.ts';

/** HttpHealthCheck.use_http2 → codec_client_type. */
export const healthCheckHttpTwoToCodec: Migration = {
  id: 'health-check-http-two-to-codec',
  title: '`use_http2` of a health check becomes `codec_client_type`',
  why: "The proxy's full API deprecates the switch in favour of a field that names the HTTP version, and later proxies refuse it.",
  how: 'True becomes `codec_client_type: HTTP2`, also where that field says otherwise, since the switch wins; false says nothing and goes.',
  source: 'full API: core.HealthCheck.HttpHealthCheck',
  optional: true,
  messages: ['core.HealthCheck.HttpHealthCheck'],
  fields: ['use_http2'],
  example: {
    type: 'core.HealthCheck.HttpHealthCheck',
    before: `path: /health
use_http2: true
`,
    after: `path: /health
codec_client_type: HTTP2
`,
  },
  plan(view) {
    const { use_http2: isHttp2, codec_client_type: codec } = view.value;
    if (typeof isHttp2 !== 'boolean') return [];
    const from = view.at('use_http2');
    const remove: Edit = { op: 'remove', path: from };
    if (!isHttp2 || codec === 'HTTP2') {
      const why = isHttp2 ? 'codec_client_type says the same' : 'false says nothing';
      return [{ kind: 'edits', edits: [remove], reason: `removed use_http2: ${why}` }];
    }
    if (codec === undefined && isWritten(view, 'codec_client_type'))
      return leave('use_http2', 'codec_client_type beside it cannot be read; correct it first');
    if (view.older) return leaveForOlder('use_http2', 'codec_client_type');
    if (codec === undefined) {
      const add: Edit = { op: 'add', path: view.place('codec_client_type'), value: 'HTTP2', inPlaceOf: from };
      return [{ kind: 'edits', edits: [add, remove], reason: 'use_http2 became codec_client_type: HTTP2' }];
    }
    return [
      {
        kind: 'edits',
        edits: [{ op: 'replace', path: view.at('codec_client_type'), value: 'HTTP2' }, remove],
        reason: `codec_client_type ${String(codec)} became HTTP2: use_http2 beside it wins`,
        warning: `a health check had use_http2 beside codec_client_type: ${String(codec)}; the proxy goes by use_http2, so HTTP2 stands there now; look whether that was meant`,
      },
    ];
  },
};
