/** The run of a test file as JSON; its schema is docs/schemas/test.schema.json. */

import type { Redact } from '../../results/secrets/redact.ts';
import type { Asked, NeverReached } from '../../routing/index.ts';
import { jsonText } from '../text/json-text.ts';
import { proxyObject } from './proxy-json.ts';
import { hasFailed, hasPassed, placeOfCovered, type TestReport } from './tests.ts';
import { traceObject } from './trace-json.ts';

/** Counts up when a reader of the older form would be misled. */
const FORMAT_VERSION = 1;

export function testJson(report: TestReport, version: string, redact: Redact): string {
  const { file, results, coverage, failUnder } = report;
  const failed = results.filter(hasFailed).length;
  const { never, outcomes, ...counts } = coverage;
  return jsonText(
    {
      cfgtool: { version, format_version: FORMAT_VERSION },
      file,
      passed: hasPassed(report),
      summary: { tests: results.length, failed },
      tests: results.map((result) => ({
        name: result.test.name,
        line: result.test.line,
        passed: !hasFailed(result),
        problems: result.test.problems,
        failures: result.failures,
        ...(result.proxy ? { proxy: proxyObject(result.proxy) } : {}),
        ...(hasFailed(result)
          ? { trace: traceObject({ trace: result.trace, found: result.found, listener: undefined }) }
          : {}),
      })),
      coverage: {
        ...counts,
        outcomes: outcomes.filter(({ tests }) => tests > 0),
        fail_under: failUnder ?? null,
        never: never.map((each) => {
          const host = each.found.routeConfiguration.virtual_hosts?.[each.virtualHost];
          return {
            route_configuration: each.found.name,
            virtual_host: host?.name ?? '',
            route: {
              index: each.route,
              name: host?.routes?.[each.route]?.name ?? null,
              ...placeOfCovered(each),
            },
            kind: each.kind,
            ...reachObject(each.reach),
          };
        }),
      },
    },
    redact,
  );
}

function reachObject(reach: NeverReached['reach']): object {
  switch (reach.kind) {
    case 'reachable':
      return { reach: reach.kind, ...requestObject(reach.reached.asked), test: reach.tests[0] };
    case 'unreachable':
      return { reach: reach.kind, why: reach.why, by: reach.by };
    case 'undecided':
      return { reach: reach.kind, why: reach.why };
  }
}

/** The request as `cfgtool trace --request` reads it; none where a runtime key has to be switched on, as only tests do. */
function requestObject({ request, runtime }: Asked): object {
  if (runtime !== undefined) return {};
  const { remote_address: _, random_value: randomValue, ...fields } = request;
  return { request: randomValue === 0 ? fields : { ...fields, random_value: randomValue } };
}
