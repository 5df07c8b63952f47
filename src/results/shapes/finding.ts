/** The shape of a finding: what it holds stands here and nowhere else. Results, and the types of the library, follow it. */
import { place, range, resource } from './places.ts';
import { amount, flag, list, object, oneOf, optional, record, type Shape, text } from './shape.ts';

/** A number, as digits where it is too long for one. */
const numeral: Shape<number | string> = (data, at) => (typeof data === 'string' ? data : amount(data, at));

const textsByName: Shape<{ readonly [name: string]: string }> = (data, at) => {
  const given = record(data, at);
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, text(value, `${at}/${name}`)]),
  );
};

const listsByName: Shape<{ readonly [name: string]: readonly string[] }> = (data, at) => {
  const given = record(data, at);
  return Object.fromEntries(
    Object.entries(given).map(([name, values]) => [name, list(text)(values, `${at}/${name}`)]),
  );
};

/** A request that shows something. */
export const request = object({
  method: text,
  authority: text,
  path: text,
  scheme: text,
  internal: flag,
  headers: textsByName,
  repeated: optional(listsByName),
  remote_address: optional(text),
  service_cluster: optional(text),
  random_value: optional(numeral),
  runtime: optional(record),
  listener: optional(text),
  server_name: optional(text),
  alpn: optional(text),
  route_config: optional(text),
});

/** What is put where, as code scanning is handed it. */
const replacement = object({ range, text });

export const finding = object({
  rule: text,
  level: oneOf('error', 'warning', 'info'),
  message: text,
  ...place,
  resource: optional(resource),
  /** 12 hex digits; the same while the finding is the same, wherever it moves. */
  fingerprint: text,
  related: list(object({ message: text, ...place })),
  /** An example, where the rule has one. */
  request: optional(request),
  /** Facts in the form that the rule documents. */
  data: record,
  /** Where cfgtool can fix it: what it does in words, and what that replaces where the report is to tell. */
  fix: optional(object({ title: text, replacements: optional(list(replacement)) })),
});

export const findings = list(finding);

export type FindingResult = ReturnType<typeof finding>;
