import { isObject } from '../../model/bound.ts';
import type { Frame } from '../../model/walk.ts';
import { type FormatPlace, type FormatProblem, formatProblems } from '../fields/format.ts';
import type { AnalysisRule, RuleContext } from '../rule.ts';

/** Where formats stand, beside values of headers: fields that are one, or structures of them. */
const FORMATS: { readonly [type: string]: readonly string[] } = {
  'route.RouteAction': ['path_rewrite', 'host_rewrite'],
  FileAccessLog: ['format', 'json_format', 'typed_json_format'],
  'TcpProxy.TunnelingConfig': ['hostname'],
  CustomTag: ['value'],
  'HttpConnectionManager.Tracing': ['operation', 'upstream_operation'],
};

export const unknownVariable: AnalysisRule = {
  id: 'unknown-variable',
  level: 'error',
  version: 'v3',
  purpose: 'A format with a command between percent signs that the proxy does not have, or not in this form.',
  why: 'Header values, rewrites, access logs and local replies take variables such as %REQ(x-tenant)% or %RESPONSE_CODE%. The proxy refuses a format with a name that it does not know, without an argument that is needed, or with one that the command does not take, and with it the configuration.',
  remedy:
    'Correct the command. Write %% for a percent sign. A command of an extension needs that extension among the `formatters` of its format.',
  source: 'how the proxy behaves in version 3, release 1.40: substitution formats',
  bad: {
    type: 'core.HeaderValueOption',
    yaml: `"@type": type.googleapis.com/envoy.config.core.v3.HeaderValueOption
header: { key: x-tenant, value: "%REQUEST(x-tenant)%" }
`,
  },
  good: {
    type: 'core.HeaderValueOption',
    yaml: `"@type": type.googleapis.com/envoy.config.core.v3.HeaderValueOption
header: { key: x-tenant, value: "%REQ(x-tenant)%" }
`,
  },
  messages: {
    'core.HeaderValueOption'({ header }, frame, look) {
      if (header === undefined || isPlainHeader(frame)) return;
      const place = placeOf(frame);
      // That is told by a rule of its own.
      for (const problem of place === undefined ? [] : formatProblems(header.value ?? '', place))
        if (problem.kind === 'command')
          tell(look, { message: header, type: 'core.HeaderValue' }, 'value', problem);
    },
  },
  tables: {
    ...Object.fromEntries(
      Object.entries(FORMATS).map(([type, fields]) => [
        type,
        (frame: Frame, look: RuleContext) => {
          for (const field of fields) judge(look, frame, field, placeOf(frame));
        },
      ]),
    ),
    OpenTelemetryAccessLogConfig(frame, look) {
      if (hasFormatters(frame)) return;
      for (const field of ['body', 'attributes', 'resource_attributes'])
        judge(look, frame, field, placeOf(frame));
    },
    AuthorizationRequest(frame, look) {
      const { headers_to_add: added } = frame.message;
      if (!Array.isArray(added)) return;
      for (const header of added)
        if (isObject(header)) judge(look, { message: header, type: 'core.HeaderValue' }, 'value', 'usual');
    },
    'core.SubstitutionFormatString'(frame, look) {
      if (hasFormatters(frame)) return;
      const place = placeOf(frame);
      for (const field of ['text_format', 'json_format']) judge(look, frame, field, place);
      const { text_format_source: source } = frame.message;
      if (isObject(source)) judge(look, { message: source, type: 'core.DataSource' }, 'inline_string', place);
    },
  },
};

/** An extension among them may know any name. */
function hasFormatters({ message: { formatters } }: Frame): boolean {
  return Array.isArray(formatters) && formatters.length > 0;
}

/** Headers whose values are taken as they stand. */
function isPlainHeader(frame: Frame): boolean {
  return /^RateLimitQuota/.test(frame.parent?.type ?? '');
}

/** Filters whose commands are their own; undefined where those are not known. */
function placeOf(frame: Frame): FormatPlace | undefined {
  for (let at: Frame | undefined = frame; at !== undefined; at = at.parent) {
    if (at.type === 'TransformConfig') return 'transform';
    if (at.type === 'GenericProxy') return undefined;
  }
  return 'usual';
}

type At = Pick<Frame, 'message' | 'type'>;

function judge(look: RuleContext, at: At, field: string, place: FormatPlace | undefined): void {
  const problems =
    place === undefined ? [] : textsIn(at.message[field]).flatMap((text) => formatProblems(text, place));
  const written = new Map(problems.map((problem) => [problem.written, problem]));
  for (const problem of written.values()) tell(look, at, field, problem);
}

function tell({ spot, report }: RuleContext, at: At, field: string, { written, why }: FormatProblem): void {
  report({
    message: `${field} has ${JSON.stringify(written)}, which ${why}; the proxy refuses the configuration`,
    at: spot(at, field),
    identity: written,
  });
}

/** A text, or those of a structure. */
function textsIn(value: unknown): readonly string[] {
  const found: string[] = [];
  const open: unknown[] = [value];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (typeof at === 'string') found.push(at);
    if (Array.isArray(at)) open.push(...at);
    else if (isObject(at)) open.push(...Object.values(at));
  }
  return found;
}
