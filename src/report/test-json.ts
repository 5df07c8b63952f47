/** The run of a test file as JSON; its schema is docs/schemas/test.schema.json. */
import { jsonText } from './json-text.ts';
import type { Redact } from './redact.ts';
import { hasFailed, hasPassed, placeOfCovered, type TestReport } from './tests.ts';
import { traceObject } from './trace-json.ts';

/** Counts up when a reader of the older form would be misled. */
const FORMAT_VERSION = 1;

export function testJson(report: TestReport, version: string, redact: Redact): string {
  const { file, results, coverage, failUnder } = report;
  const failed = results.filter(hasFailed).length;
  const { never, ...counts } = coverage;
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
        ...(hasFailed(result)
          ? { trace: traceObject({ trace: result.trace, found: result.found, listener: undefined }) }
          : {}),
      })),
      coverage: {
        ...counts,
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
          };
        }),
      },
    },
    redact,
  );
}
