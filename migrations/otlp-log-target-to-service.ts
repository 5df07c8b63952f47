import { leave, type Migration, type MigrationOutcome } from '../src/canonical/migration/migration.ts';
import { relocate } from '../src/canonical/migration/relocate.ts';
import { isObject } from '../src/model/bound.ts';
import type { Edit } from '../src/source/edit/index.ts';

const MESSAGE = 'OpenTelemetryAccessLogConfig';
const FIELD = 'common_config';
const NAME = 'log_name';
const SERVICE = 'grpc_service';
const VERSION = 'transport_api_version';
/** What the proxy reads beside `common_config`, and in it where it does not stand there. */
const MOVED = [SERVICE, NAME, 'filter_state_objects_to_log', 'custom_tags'];

/** OpenTelemetryAccessLogConfig.common_config → grpc_service and log_name. */
export const otlpLogTargetToService: Migration = {
  id: 'otlp-log-target-to-service',
  title: '`common_config` of an OpenTelemetry access log becomes `grpc_service` and `log_name`',
  why: 'Version 3 deprecates the settings that it shares with the older gRPC log: where logs go can be a gRPC or an HTTP service now.',
  how: 'The service, the name, and what is logged beside move out of it, and `transport_api_version`, of which V3 and AUTO say nothing, goes with the rest. Where it holds more, such as how much is buffered, it is left: over gRPC the proxy reads that only here. Proxies before 1.37 do not know `grpc_service`.',
  source: 'full API of version 3: OpenTelemetryAccessLogConfig',
  optional: false,
  versions: ['v3'],
  messages: [MESSAGE],
  fields: [FIELD],
  example: {
    type: MESSAGE,
    before: `common_config:
  log_name: garden
  transport_api_version: V3
  grpc_service:
    google_grpc: {target_uri: logs.garden.test, stat_prefix: logs}
`,
    after: `grpc_service:
  google_grpc: {target_uri: logs.garden.test, stat_prefix: logs}
log_name: garden
`,
  },
  plan(view) {
    const common = view.value[FIELD];
    if (!isObject(common)) return [];
    const others = Object.keys(common).filter((field) => ![...MOVED, VERSION].includes(field));
    if (others.length > 0)
      return leave(
        FIELD,
        `over gRPC the proxy reads ${others.join(', ')} only here; it has to stay until there is another place for it`,
      );
    if (common[VERSION] === 'V2')
      return leave(FIELD, 'the proxy refuses transport_api_version V2; correct it first');
    if (view.value[SERVICE] !== undefined || view.value.http_service !== undefined)
      return leave(FIELD, 'another service stands beside it, and the proxy refuses both: decide which');
    const moving = MOVED.filter((field) => common[field] !== undefined && view.value[field] === undefined);
    const from = view.at(FIELD);
    const edits: Edit[] = moving.flatMap((field) =>
      relocate(view, { from: [FIELD, field], to: [field] }).map((edit) =>
        edit.op === 'move' ? { ...edit, inPlaceOf: from } : edit,
      ),
    );
    edits.push({ op: 'remove', path: from });
    const outcome: MigrationOutcome = {
      kind: 'edits',
      edits,
      reason: `${FIELD} became ${moving.join(' and ')}`,
    };
    return [outcome];
  },
};
