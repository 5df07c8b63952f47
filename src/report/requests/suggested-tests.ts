/** A file of tests that hold now, as `cfgtool test --suggest` writes it. */
import type { EmittedTests } from '../../diff/behaviour/index.ts';
import { reasonOf } from '../../present/tests.ts';
import { safeLine } from '../../present/text.ts';
import { plainData } from '../../results/detached.ts';
import { requestText } from '../../results/requests.ts';
import type { Redact } from '../../results/secrets/redact.ts';
import type { Coverage } from '../../routing/expect/coverage.ts';
import type { SuggestedTest } from '../../routing/expect/suggest.ts';
import { routeText } from '../../routing/match/select.ts';
import { jsonText, yamlText } from '../data-text.ts';

/** The tests for all routes that no other test reaches, each under a name of its own. */
export function suggestedTests({ never }: Coverage): readonly SuggestedTest[] {
  const seen = new Map<string, number>();
  return never.flatMap(({ reach }) =>
    reach.kind !== 'reachable'
      ? []
      : reach.tests.map((test) => {
          const count = (seen.get(test.test_name) ?? 0) + 1;
          seen.set(test.test_name, count);
          return count === 1 ? test : { ...test, test_name: `${test.test_name} (${count})` };
        }),
  );
}

/** The file as YAML. Routes without a test are named in comments at its end. */
export function suggestedYaml(input: string, coverage: Coverage, redact: Redact): string {
  const tests = plainData(suggestedTests(coverage), redact);
  const left = coverage.never.flatMap((each) => {
    const why = reasonOf(each);
    if (why === undefined) return [];
    const host = each.found.routeConfiguration.virtual_hosts?.[each.virtualHost];
    const route = routeText(host?.routes?.[each.route] ?? {}, each.route);
    return [`# ${safeLine(redact(`${JSON.stringify(host?.name ?? '')} ${route}: ${why}`))}\n`];
  });
  return [
    `# What the routes of ${safeLine(redact(input))} do now, a request for each; cfgtool test checks it.\n`,
    yamlText({ tests }),
    ...(left.length === 0 ? [] : ['# Without a test:\n', ...left]),
  ].join('');
}

/** The same as JSON, which has no comments. */
export function suggestedJson(coverage: Coverage, redact: Redact): string {
  return jsonText({ tests: suggestedTests(coverage) }, redact);
}

/** The tests of a comparison as YAML: they hold on its second side. */
export function emittedYaml(after: string, { tests, left }: EmittedTests, redact: Redact): string {
  const without = left.map(
    ({ request, why }) => `# ${safeLine(redact(`${requestText(request)}: ${why}`))}\n`,
  );
  return [
    `# What requests that are handled differently do in ${safeLine(redact(after))}; cfgtool test checks it.\n`,
    yamlText({ tests: plainData(tests, redact) }),
    ...(without.length === 0 ? [] : ['# Without a test:\n', ...without]),
  ].join('');
}
