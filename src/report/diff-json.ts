/** A comparison as the JSON report of the contract; its schema is docs/schemas/diff.schema.json. */
import type { BehaviourResult, MovedRequests } from '../diff/behaviour/index.ts';
import type { Change } from '../diff/index.ts';
import { type ComparedPair, type DiffReport, diffSummary, isEqual } from './diff.ts';
import { jsonText } from './json-text.ts';

/** Counts up when a reader of the older form would be misled. */
const FORMAT_VERSION = 1;

export function diffJson(report: DiffReport): string {
  const { pairs, version, redact } = report;
  const behaviours = pairs.flatMap(({ behaviour }) => behaviour ?? []);
  return jsonText(
    {
      cfgtool: { version, format_version: FORMAT_VERSION },
      equal: isEqual(report),
      summary: diffSummary(report),
      files: pairs.map(fileObject),
      changes: pairs.flatMap(({ result }) => result.changes.map(changeObject)),
      ...(behaviours.length === 0 ? {} : { behaviour: behaviourObject(behaviours) }),
    },
    redact,
  );
}

function fileObject({ before, after, result, behaviour }: ComparedPair): object {
  const equal = result.equal && behaviour?.equal !== false;
  return { before: before ?? null, after: after ?? null, equal };
}

function changeObject({ rule, level, kind, resource, within, path, before, after, ...rest }: Change): object {
  const { fingerprint, message, reason } = rest;
  return {
    rule,
    level,
    kind,
    resource,
    ...(within.length === 0 ? {} : { within }),
    path,
    before,
    after,
    fingerprint,
    message,
    reason,
  };
}

function behaviourObject(behaviours: readonly BehaviourResult[]): object {
  return {
    equal: behaviours.every(({ equal }) => equal),
    undecided: behaviours.flatMap(({ undecided }) => undecided),
    reorders: behaviours.flatMap(({ reorders }) =>
      reorders.map(({ virtualHost, ...rest }) => ({ virtual_host: virtualHost, ...rest })),
    ),
    removed: behaviours.flatMap(({ removed }) => removed.map(({ name }) => name)),
    added: behaviours.flatMap(({ added }) => added.map(({ name }) => name)),
    changes: behaviours.flatMap(({ changes }) => changes.map(movedObject)),
  };
}

function movedObject({ request, before, after, message, standsFor, aspects, pairs }: MovedRequests): object {
  return { request, before, after, message, stands_for: standsFor, aspects, route_pairs: pairs };
}
