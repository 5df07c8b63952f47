import { createHash } from 'node:crypto';
import { Flags } from '@oclif/core';
import { provingOf } from '../engine/proving.ts';
import type { Configuration } from '../model/index.ts';
import { isSuccess, type ProveReport } from '../present/proof.ts';
import { noPaint, safeLine } from '../present/text.ts';
import { becauseOf } from '../prove/because.ts';
import { type Certificate, certified, checkAll, readCertificate } from '../prove/certificate.ts';
import { unknownNames } from '../prove/names.ts';
import type { Property } from '../prove/property.ts';
import { type ProofContext, proveAll } from '../prove/prove.ts';
import { standardProperties } from '../prove/standard.ts';
import { proveFormats, proveReport } from '../report/prove.ts';
import { startMeter } from '../routing/regex/meter.ts';
import type { Settings } from '../settings/index.ts';
import { counted } from '../source/counted.ts';
import { InputError } from '../source/errors.ts';
import type { Outcome } from './exit.ts';
import { followFlags, inputs, namedInputs, outputFlags, readFlags } from './flags.ts';
import { propertiesIn, readText, unknownName } from './properties.ts';
import { type ReadRouting, RoutingCommand } from './routing-input.ts';
import { UsageError } from './usage-error.ts';

/** What deciding all properties of a run may cost. */
const WORK = 4_000_000_000;
const MILLISECONDS = 60_000;

export default class Prove extends RoutingCommand {
  static override readonly summary =
    'Decide properties over all requests: proved, or refuted with a request.';
  static override readonly description =
    'A property says what holds of every request that is meant (docs/prove.md). A refuted one is shown with the shortest request that breaks it, which trace takes as it stands. The exit code is 1 where a property is not proved.\n' +
    'A file holds `properties: [{ name: staff only, when: { reaches: { cluster: office } }, then: { header: { name: x-staff } } }]`, or more.';
  static override readonly examples = [
    '<%= config.bin %> prove front.yaml --properties front.properties.yaml',
    '<%= config.bin %> prove front.yaml --properties front.properties.yaml --format junit --output report.xml',
    '<%= config.bin %> prove http://127.0.0.1:9901 --properties access.yaml --allow vacuous',
  ];
  static override readonly args = inputs;
  static override readonly flags = {
    properties: Flags.string({
      helpValue: 'FILE',
      multiple: true,
      multipleNonGreedy: true,
      description:
        'The properties, YAML or JSON; - for standard input; may be repeated. Those of the settings otherwise.',
    }),
    standard: Flags.boolean({
      description:
        'Decide the built-in properties too: what stands behind a filter that says who may pass is reached through it; plain text is redirected or answered; nobody reaches the admin interface; no route switches such a filter off for more than it names, and no path with dots leads around it.',
    }),
    strict: Flags.boolean({
      description: 'Take no assumption: what holds only while nobody sets a runtime key is undecided.',
    }),
    certificate: Flags.string({
      helpValue: 'FILE',
      description: 'Write what --check verifies: all cases of what is proved, each with its reason.',
    }),
    check: Flags.string({
      helpValue: 'FILE',
      exclusive: ['certificate', 'format', 'allow', 'strict'],
      description:
        'Prove nothing: verify such a file for this input and these properties, by a checker that shares nothing with what proves.',
    }),
    allow: Flags.option({
      options: ['undecided', 'vacuous'] as const,
      multiple: true,
      multipleNonGreedy: true,
      description:
        'Do not fail where a property is undecided, or where no request is meant (or whether one is stays open, and none breaks it); may be repeated.',
    })(),
    format: Flags.option({
      options: proveFormats,
      default: 'text' as const,
      description: 'For people, for programs, for a review comment or a CI server.',
    })(),
    ...outputFlags,
    ...readFlags,
    ...followFlags,
  };

  override async run(): Promise<Outcome> {
    const { args, flags } = await this.parse(Prove);
    const named = namedInputs(args.input);
    const given = flags.properties ?? [];
    if (named.includes('-') && given.includes('-'))
      throw new UsageError('standard input cannot be both the configuration and the properties');
    const read = await this.readRouting(named, flags);
    if (read === undefined) return { found: false, unread: true };
    const files = given.length > 0 ? given : propertyFiles(read.settings, flags.standard);
    const own = await propertiesIn(files);
    const [unknown] = unknownNames(own, read.routing);
    if (unknown !== undefined) throw unknownName(unknown, 'the configuration does not have');
    const standard = flags.standard ? standardProperties(read.routing, read.configurations) : [];
    const properties = [...own, ...standard];
    if (flags.check !== undefined) return await this.check(flags.check, properties, read, flags.output);
    const clock = { now: () => performance.now(), milliseconds: MILLISECONDS };
    const meter = startMeter({ work: WORK, clock });
    const proving: ProofContext = {
      ...provingOf(read.routing, read.configurations, this.regexes, meter),
      strict: flags.strict,
    };
    const verdicts = proveAll(properties, proving);
    if (flags.certificate !== undefined) {
      const proved = properties.flatMap((property, at) => {
        const verdict = verdicts[at];
        return (verdict && certified(property, verdict, proving)) ?? [];
      });
      await this.deliver(this.certificateText(proved, read), flags.certificate);
    }
    const report: ProveReport = {
      version: this.config.version,
      inputs: named,
      proved: properties.flatMap((property, at) => {
        const verdict = verdicts[at];
        if (verdict === undefined) return [];
        const isRefuted = verdict.kind === 'refuted';
        return { property, verdict, because: isRefuted ? becauseOf(verdict.by, property, proving) : [] };
      }),
      redact: read.redact,
      allowed: new Set(flags.allow),
    };
    const paint = flags.output === undefined ? this.terminal.resultPaint : noPaint;
    await this.deliver(proveReport(report, flags.format, paint), flags.output);
    return { found: !report.proved.every((each) => isSuccess(report, each)), unread: read.unread };
  }

  private certificateText(properties: Certificate['properties'], { configurations }: ReadRouting): string {
    const cfgtool = { version: this.config.version, format_version: 1 };
    return `${JSON.stringify({ cfgtool, inputs: configurations.map(digestOf), properties })}\n`;
  }

  /** Says which properties a certificate shows; all of them have to be shown. */
  private async check(
    name: string,
    properties: readonly Property[],
    { configurations, redact, unread }: ReadRouting,
    output: string | undefined,
  ): Promise<Outcome> {
    const file = await readText(name);
    const { inputs, properties: own } = readCertificate(name, file);
    const digests = new Set(configurations.map((each) => digestOf(each).sha256));
    const isOther =
      inputs.length !== configurations.length || inputs.some(({ sha256 }) => !digests.has(sha256));
    if (isOther)
      throw new InputError({
        file: name,
        problem: 'it was made for another input',
        hint: 'prove the property again with --certificate',
      });
    const checked = checkAll(properties, own, configurations);
    const lines = checked.flatMap(({ name: each, cases, assuming, refused }) =>
      (refused === undefined
        ? [`accepted ${each}: ${counted(cases, 'case')}`, ...assuming.map((that) => `  assuming ${that}`)]
        : [`refused  ${each}: ${refused}`]
      ).map((line) => safeLine(redact(line))),
    );
    await this.deliver(`${lines.join('\n')}\n`, output);
    return { found: checked.some(({ refused }) => refused !== undefined), unread };
  }
}

const digestOf = ({ file }: Configuration): Certificate['inputs'][number] => ({
  file: file.name,
  sha256: createHash('sha256').update(file.text).digest('hex'),
});

/** @throws UsageError where none are named */
function propertyFiles({ properties }: Settings, hasOthers: boolean): readonly string[] {
  if (properties.length > 0 || hasOthers) return properties;
  throw new UsageError(
    'no file of properties is named',
    'name one with --properties, or under properties in .cfgtool.yaml; --standard needs none (docs/prove.md)',
  );
}
