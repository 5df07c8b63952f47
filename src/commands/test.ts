import { Args, Flags } from '@oclif/core';
import { DEFAULT_NAMESPACE } from '../model/namespace.ts';
import { hasPassed, type JudgedResult, type TestReport } from '../present/tests.ts';
import { noPaint } from '../present/text.ts';
import { testSecrets } from '../report/requests/request-secrets.ts';
import { suggestedJson, suggestedYaml } from '../report/requests/suggested-tests.ts';
import { testJson, testJunit, testText } from '../report/requests/test.ts';
import { dataSecrets, type Redact, redaction, showAll, watched } from '../results/secrets/redact.ts';
import { type Coverage, coverageOf } from '../routing/expect/coverage.ts';
import { chooseForTest, startFiltering } from '../routing/expect/filtered.ts';
import { type ReachOptions, startReaching } from '../routing/expect/reach.ts';
import { type RouteTest, readTests } from '../routing/expect/read.ts';
import { runTest, type TestResult } from '../routing/expect/run.ts';
import { partOf, startMeter } from '../routing/regex/meter.ts';
import { narrowed, type Wish } from '../routing/where/choose.ts';
import type { FoundRouting } from '../routing/where/find.ts';
import { InputError } from '../source/errors.ts';
import { shownInput } from '../source/live.ts';
import { loadInputs } from '../source/load.ts';
import type { Outcome } from './exit.ts';
import { followFlags, oneInput, outputFlags, readFlags } from './flags.ts';
import { processIo } from './io.ts';
import { chooseFlags, proxyFlags, type ReadRouting, RoutingCommand } from './routing-input.ts';
import { UsageError } from './usage-error.ts';

export default class Test extends RoutingCommand {
  static override readonly summary = 'Check expectations about requests, and which routes they cover.';
  static override readonly description =
    "Test files are those of the proxy's own route check tool, of any age (docs/test-format.md). The exit code is 1 where an expectation fails. --suggest prints a file of tests that hold now, for every route that tests can reach, or only for those that TESTS leave out.";
  static override readonly examples = [
    '<%= config.bin %> test routes.yaml routes.tests.yaml',
    '<%= config.bin %> test routes.yaml --suggest --output routes.tests.yaml',
    '<%= config.bin %> test front.yaml front.tests.json --fail-under 90 --format junit --output report.xml',
  ];
  static override readonly args = {
    ...oneInput,
    tests: Args.string({
      description: 'The file of tests, YAML or JSON; - for standard input. May be left out with --suggest.',
      ignoreStdin: true,
    }),
  };
  static override readonly flags = {
    'fail-under': Flags.string({
      helpValue: 'PERCENT',
      description: 'Fail as well where the tests reach less than this share of the routes.',
    }),
    suggest: Flags.boolean({
      description: 'Print tests for the routes that no test reaches yet, with the outcome they have now.',
    }),
    ...proxyFlags,
    ...chooseFlags,
    format: Flags.option({
      options: ['text', 'json', 'junit'] as const,
      default: 'text' as const,
      description: 'For people, for programs, or for a CI server. --suggest prints YAML, or JSON.',
    })(),
    ...outputFlags,
    ...readFlags,
    ...followFlags,
  };

  override async run(): Promise<Outcome> {
    const { args, flags } = await this.parse(Test);
    checkTogether(args, flags);
    const failUnder = percentOf(flags['fail-under']);
    const read = await this.readRouting(args.input, flags);
    if (read === undefined) return { found: false, unread: true };
    const { routing, unread } = read;
    const wish = { routeConfig: flags['route-config'], listener: flags.listener };
    const all = narrowed(routing, wish);
    if ('problem' in all) throw new UsageError(all.problem, all.hint);
    const { tests, secrets } = await testsIn(args.tests, all[0]?.namespace ?? DEFAULT_NAMESPACE);
    const hideMore = flags['show-secrets'] ? showAll : redaction(secrets).redact;
    const redact: Redact = (text) => hideMore(read.redact(text));
    const modelled = tests.map((test) => this.result(test, routing, wish, redact));
    const results = await this.judged(modelled, flags.proxy, { ...read, redact }, wish);
    const coverage = coverageOf(all, results, startReaching(this.reachOptions(routing)), routing);
    if (flags.suggest) {
      await this.suggest(args.input, coverage, redact, flags);
      return { found: false, unread };
    }
    const report: TestReport = { file: args.tests ?? '', results, coverage, failUnder };
    const paint = flags.output === undefined ? this.terminal.resultPaint : noPaint;
    const text = {
      text: () => testText(report, paint, redact),
      json: () => testJson(report, this.config.version, redact),
      junit: () => testJunit(report, redact),
    }[flags.format]();
    await this.deliver(text, flags.output);
    return { found: !hasPassed(report), unread };
  }

  private result(test: RouteTest, routing: FoundRouting, wish: Wish, redact: Redact): TestResult {
    const found = chooseForTest(routing, test.request, wish);
    if ('problem' in found)
      throw new UsageError(
        redact(`${test.name}: ${found.problem}`),
        redact(`${found.hint}; a test may say route_config or listener in its input`),
      );
    return runTest(test, found, this.contextFor(found, routing), startFiltering(routing, wish));
  }

  /** The same with what a real proxy does, where one is to be asked. */
  private async judged(
    results: readonly TestResult[],
    program: string | undefined,
    read: ReadRouting,
    wish: Wish,
  ): Promise<readonly JudgedResult[]> {
    if (program === undefined) return results;
    const requests = results.map(({ test: { request } }) => ({ request, wish }));
    const asked = await this.askProxy(program, read, requests);
    return results.map((result, at) => {
      const proxy = asked[at];
      return proxy === undefined ? result : { ...result, proxy };
    });
  }

  private reachOptions(routing: FoundRouting): ReachOptions {
    const whole = startMeter({
      work: ALL_WORK,
      clock: { now: () => performance.now(), milliseconds: ALL_MILLISECONDS },
    });
    return {
      routing,
      contextFor: (found) => this.contextFor(found, routing),
      meter: () => (whole.exhausted() === undefined ? partOf(whole, ROUTE_WORK) : undefined),
    };
  }

  private async suggest(
    input: string,
    coverage: Coverage,
    redact: Redact,
    { format, output }: { readonly format: string; readonly output: string | undefined },
  ): Promise<void> {
    const hiding = watched(redact);
    const text =
      format === 'json'
        ? suggestedJson(coverage, hiding.redact)
        : suggestedYaml(input, coverage, hiding.redact);
    await this.deliver(text, output);
    if (hiding.hidAnything())
      this.note(
        'a password or key in a test is shown as <redacted>, so that the test fails; --show-secrets writes it out',
      );
  }
}

/** What finding requests may cost: for one route, and for all of a run. */
const ROUTE_WORK = 5_000_000;
const ALL_WORK = 2_000_000_000;
const ALL_MILLISECONDS = 20_000;

function checkTogether(
  args: { readonly input: string; readonly tests: string | undefined },
  flags: { readonly suggest: boolean; readonly format: string; readonly 'fail-under': string | undefined },
): void {
  if (args.tests === undefined && !flags.suggest)
    throw new UsageError(
      'no file of tests is named',
      `--suggest prints one: cfgtool test ${shownInput(args.input)} --suggest --output tests.yaml`,
    );
  if (args.input === '-' && args.tests === '-')
    throw new UsageError('standard input cannot be both the configuration and the tests');
  if (!flags.suggest) return;
  if (flags['fail-under'] !== undefined)
    throw new UsageError('--suggest checks nothing, so that --fail-under has no use beside it');
  if (flags.format === 'junit')
    throw new UsageError('--suggest prints tests as YAML, or as JSON with --format json, not as junit');
}

/** The tests of a file, and the secrets that are written in it. */
async function testsIn(
  name: string | undefined,
  namespace: string,
): Promise<{ readonly tests: readonly RouteTest[]; readonly secrets: readonly string[] }> {
  const tests: RouteTest[] = [];
  const secrets: string[] = [];
  if (name === undefined) return { tests, secrets };
  for await (const file of loadInputs([name], processIo)) {
    if (file instanceof InputError) throw file;
    const read = readTests(file, namespace);
    for (const test of read) {
      tests.push(test);
      for (const secret of testSecrets(test)) secrets.push(secret);
    }
    for (const tree of file.trees) for (const secret of dataSecrets(tree)) secrets.push(secret);
  }
  return { tests, secrets };
}

function percentOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const percent = /^\d+(?:\.\d+)?%?$/.test(text) ? Number.parseFloat(text) : Number.NaN;
  if (percent >= 0 && percent <= 100) return percent;
  throw new UsageError(`--fail-under takes a percentage from 0 to 100, not "${text}"`);
}
