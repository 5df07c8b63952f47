import { Args, Flags } from '@oclif/core';
import { noPaint } from '../report/paint.ts';
import { testJson } from '../report/test-json.ts';
import { testJunit } from '../report/test-junit.ts';
import { testText } from '../report/test-text.ts';
import { hasPassed, type TestReport } from '../report/tests.ts';
import {
  chooseRoutes,
  coverageOf,
  type FoundRouting,
  narrowed,
  type RouteTest,
  readTests,
  runTest,
  type TestResult,
  type Wish,
} from '../routing/index.ts';
import { InputError } from '../source/errors.ts';
import { loadInputs } from '../source/load.ts';
import type { Outcome } from './exit.ts';
import { oneInput, outputFlags, readFlags } from './flags.ts';
import { processIo } from './io.ts';
import { chooseFlags, RoutingCommand } from './routing-input.ts';
import { UsageError } from './usage-error.ts';

export default class Test extends RoutingCommand {
  static override readonly summary = 'Check expectations about requests, and which routes they cover.';
  static override readonly description =
    "Test files are those of the proxy's own route check tool, of any age (docs/test-format.md). The exit code is 1 where an expectation fails.";
  static override readonly examples = [
    '<%= config.bin %> test routes.yaml routes.tests.yaml',
    '<%= config.bin %> test front.yaml front.tests.json --fail-under 90 --format junit --output report.xml',
  ];
  static override readonly args = {
    ...oneInput,
    tests: Args.string({
      description: 'The file of tests, YAML or JSON; - for standard input.',
      required: true,
      ignoreStdin: true,
    }),
  };
  static override readonly flags = {
    'fail-under': Flags.string({
      helpValue: 'PERCENT',
      description: 'Fail as well where the tests reach less than this share of the routes.',
    }),
    ...chooseFlags,
    format: Flags.option({
      options: ['text', 'json', 'junit'] as const,
      default: 'text' as const,
      description: 'For people, for programs, or for a CI server.',
    })(),
    ...outputFlags,
    ...readFlags,
  };

  override async run(): Promise<Outcome> {
    const { args, flags } = await this.parse(Test);
    if (args.input === '-' && args.tests === '-')
      throw new UsageError('standard input cannot be both the configuration and the tests');
    const failUnder = percentOf(flags['fail-under']);
    const read = await this.readRouting(args.input, flags);
    if (read === undefined) return { found: false, unread: true };
    const { routing, redact } = read;
    const wish = { routeConfig: flags['route-config'], listener: flags.listener };
    const all = narrowed(routing.routes, wish);
    if ('problem' in all) throw new UsageError(all.problem, all.hint);
    const tests = await testsIn(args.tests, all[0]?.word ?? 'proxy');
    const results = tests.map((test) => this.result(test, routing, wish));
    const report: TestReport = { file: args.tests, results, coverage: coverageOf(all, results), failUnder };
    const paint = flags.output === undefined ? this.terminal.resultPaint : noPaint;
    const text = {
      text: () => testText(report, paint, redact),
      json: () => testJson(report, this.config.version, redact),
      junit: () => testJunit(report, redact),
    }[flags.format]();
    await this.deliver(text, flags.output);
    return { found: !hasPassed(report), unread: read.unread };
  }

  private result(test: RouteTest, routing: FoundRouting, wish: Wish): TestResult {
    const choice = chooseRoutes(routing.routes, test.request, wish);
    if ('problem' in choice) throw new UsageError(`${test.name}: ${choice.problem}`, choice.hint);
    return runTest(test, choice.found, this.contextFor(choice.found, routing));
  }
}

async function testsIn(name: string, word: string): Promise<readonly RouteTest[]> {
  const tests: RouteTest[] = [];
  for await (const file of loadInputs([name], processIo)) {
    if (file instanceof InputError) throw file;
    tests.push(...readTests(file, word));
  }
  return tests;
}

function percentOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const percent = /^\d+(?:\.\d+)?%?$/.test(text) ? Number.parseFloat(text) : Number.NaN;
  if (percent >= 0 && percent <= 100) return percent;
  throw new UsageError(`--fail-under takes a percentage from 0 to 100, not "${text}"`);
}
