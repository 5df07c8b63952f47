/** The texts that an editor has open, and everything that takes reading them whole; `shapes` has what it answers. */
import type { Clock } from '../analyze/subject.ts';
import { type Baseline, hiddenBy } from '../analyze/suppression/baseline.ts';
import { whyNoProperties } from '../engine/property-rules.ts';
import type { Configuration } from '../model/open.ts';
import type { Redact } from '../results/secrets/redact.ts';
import { markedRequest } from '../routing/request/marked-request.ts';
import type { Request } from '../routing/request/request.ts';
import { requestLine } from '../routing/request/request-line.ts';
import type { Range, Span } from '../source/lines.ts';
import { type Action, type ActionMaker, actionsAt, changesOfAction } from './actions/actions.ts';
import {
  type Diagnostic,
  diagnosticsOf,
  type Examined,
  examine,
  largeDiagnostic,
  type Remembered,
  startRemembering,
  syntaxDiagnostic,
} from './diagnostics.ts';
import { knownOf, readText } from './document.ts';
import { Refused } from './edits.ts';
import { type Occurrence, occurrenceAt, sameName, spanOfName } from './navigation/occurrences.ts';
import { renamed } from './navigation/rename.ts';
import { fileOf } from './project.ts';
import { exampleOf, hasExample, routePlaces } from './requests/places.ts';
import { propertiesAt } from './requests/properties.ts';
import { testsOf } from './requests/tests.ts';
import { readRequest, traced } from './requests/trace.ts';
import type {
  Asked,
  FileChanges,
  Lens,
  Place,
  PlacedChange,
  Shown,
  SymbolTree,
  TestFile,
  TracedRequest,
  WorkspaceText,
} from './shapes.ts';
import { clusterReach, clusterTitle, routeBeginningAt, routeText } from './structure/reach.ts';
import {
  type DefaultsHint,
  flattened,
  hintsIn,
  type ResourceSymbol,
  spansAround,
  symbolsOf,
} from './structure/symbols.ts';

/** A text that was read, as long as it is the same. */
interface Entry extends WorkspaceText {
  readonly configuration?: Configuration;
  /** It is a configuration, or was one in an older version. */
  readonly isMeant: boolean;
  readonly remembered: Remembered;
  readonly problem?: Diagnostic;
  examined?: Examined;
}

export class Workspace {
  private readonly entries = new Map<string, Entry>();
  private readonly clock: Clock | undefined;
  private readonly baseline: Baseline | undefined;

  private readonly most: number;

  /** @param most characters of files of which every rule is asked */
  constructor(clock?: Clock, baseline?: Baseline, most = MAX_CHARACTERS) {
    this.clock = clock;
    this.baseline = baseline;
    this.most = most;
  }

  /** Takes a text, or its next version. */
  put(given: WorkspaceText): void {
    const { name, text, options } = given;
    const before = this.emptied(name);
    const { holdsProperties = false, properties = [] } = given;
    const { configuration, error } = holdsProperties
      ? { error: whyNoProperties({ name, text }) }
      : readText(name, text, options);
    const isMeant = holdsProperties || configuration !== undefined || before?.isMeant === true;
    const problem = error && syntaxDiagnostic({ text, options }, error, isMeant);
    // What was remembered for other levels says nothing: a rule that was off found nothing anywhere.
    const isAlike = before !== undefined && sameRules(before, given);
    this.entries.set(name, {
      ...given,
      properties: properties.filter((each) => whyNoProperties(each) === undefined),
      ...(configuration === undefined ? {} : { configuration }),
      isMeant,
      remembered: isAlike ? before.remembered : startRemembering(),
      ...(problem === undefined ? {} : { problem }),
    });
    if (given.together) this.lookAgain();
  }

  /**
   * What of an older version counts for the next one. The rest of it goes before that is read, since two versions of a
   * large file are much; its place among the files stays.
   */
  private emptied(name: string): Entry | undefined {
    const entry = this.entries.get(name);
    if (entry === undefined) return undefined;
    const { configuration: _, problem: __, examined: ___, ...kept } = entry;
    this.entries.set(name, kept);
    return kept;
  }

  forget(name: string): void {
    const { together = false } = this.entries.get(name) ?? {};
    this.entries.delete(name);
    if (together) this.lookAgain();
  }

  /** What was found in texts that belong together counts no more, since one of them changed. */
  private lookAgain(): void {
    for (const entry of this.entries.values()) if (entry.together) delete entry.examined;
  }

  /** A text as a configuration; undefined where it cannot be read, or is none. */
  configurationOf(name: string): Configuration | undefined {
    return this.entries.get(name)?.configuration;
  }

  /** A text that can be read, with what counts for it. */
  opened(name: string): (WorkspaceText & { readonly configuration: Configuration }) | undefined {
    const entry = this.entries.get(name);
    return entry?.configuration && { ...entry, configuration: entry.configuration };
  }

  show(name: string): Shown {
    const entry = this.entries.get(name);
    if (entry === undefined) return { diagnostics: [] };
    if (entry.problem !== undefined) return { diagnostics: [entry.problem] };
    const examined = this.examined(name);
    if (examined === undefined || entry.configuration === undefined) return { diagnostics: [] };
    const hidden = this.baseline === undefined ? undefined : hiddenBy(this.baseline);
    const others = examined.configurations.filter((each) => each !== entry.configuration);
    return {
      diagnostics: [
        ...(this.isLarge(entry) ? [largeDiagnostic(entry.text, this.most)] : []),
        ...diagnosticsOf(name, examined, hidden),
      ],
      known: knownOf(entry.configuration, others),
    };
  }

  definition(name: string, offset: number): readonly Place[] {
    return this.named(name, offset, (found, examined) =>
      sameName(examined, found)
        .filter(({ isDefinition }) => isDefinition)
        .map(placeOf),
    );
  }

  references(name: string, offset: number, withDefinitions: boolean): readonly Place[] {
    return this.named(name, offset, (found, examined) =>
      sameName(examined, found)
        .filter(({ isDefinition }) => withDefinitions || !isDefinition)
        .map(placeOf),
    );
  }

  /** Where what would be renamed stands, and its name. */
  renamable(name: string, offset: number): { readonly range: Range; readonly name: string } | undefined {
    const examined = this.examined(name);
    const found = examined && occurrenceAt(examined, name, offset);
    return found && { range: placeOf(found).range, name: found.name };
  }

  /** @returns why nothing is renamed, where something stands in the way */
  rename(name: string, offset: number, to: string): readonly FileChanges[] | string {
    const examined = this.examined(name);
    const found = examined && occurrenceAt(examined, name, offset);
    if (examined === undefined || found === undefined) return 'there is no name here that could be renamed';
    try {
      return renamed(examined, found, to).map(({ file, changes }) => ({
        file,
        changes: changes.map(({ start, end, text }) => ({
          range: rangeIn(examined, file, { start, end }),
          text,
        })),
      }));
    } catch (error) {
      if (error instanceof Refused) return error.message;
      throw error;
    }
  }

  symbols(name: string): readonly SymbolTree[] {
    const examined = this.examined(name);
    const configuration = examined && fileOf(examined, name);
    if (examined === undefined || configuration === undefined) return [];
    return symbolsOf(configuration).map((each) => symbolTree(each, configuration, examined.redact));
  }

  /** Symbols of all texts whose name holds a text. */
  find(wanted: string): readonly (SymbolTree & { readonly file: string })[] {
    const needle = wanted.toLowerCase();
    return [...this.entries.values()].flatMap(({ configuration, name }) => {
      const examined = this.examined(name);
      if (configuration === undefined || examined === undefined) return [];
      return [...flattened(symbolsOf(configuration))]
        .filter((each) => each.name.toLowerCase().includes(needle))
        .slice(0, MAX_FOUND)
        .map((each) => ({
          ...symbolTree({ ...each, children: [] }, configuration, examined.redact),
          file: name,
        }));
    });
  }

  /** Lines (from 1) of each resource of more than one. */
  folds(name: string): readonly { readonly first: number; readonly last: number }[] {
    const configuration = this.entries.get(name)?.configuration;
    if (configuration === undefined) return [];
    const { lines } = configuration.file;
    return [...flattened(symbolsOf(configuration))].flatMap(({ span }) => {
      const { start, end } = lines.range(span);
      const last = end.column === 1 ? end.line - 1 : end.line;
      return last > start.line ? [{ first: start.line, last }] : [];
    });
  }

  /** Ranges around a position, the innermost first. */
  around(name: string, offset: number): readonly Range[] {
    const configuration = this.entries.get(name)?.configuration;
    if (configuration === undefined) return [];
    return spansAround(configuration, offset).map((span) => configuration.file.lines.range(span));
  }

  /** What requests make of the cluster that is named at a position, or of the route that begins there, in Markdown. */
  reach(name: string, offset: number, kind: 'cluster' | 'route'): string | undefined {
    const examined = this.examined(name);
    const configuration = examined && fileOf(examined, name);
    if (examined === undefined || configuration === undefined) return undefined;
    if (kind === 'route') {
      const route = routeBeginningAt(examined, configuration, offset);
      return route && examined.redact(routeText(route));
    }
    const named = occurrenceAt(examined, name, offset);
    return named?.kind === 'cluster' ? examined.redact(clusterText(examined, named.name)) : undefined;
  }

  /** @param tests files of tests that belong to the text */
  lenses(name: string, tests: readonly TestFile[]): readonly Lens[] {
    const examined = this.examined(name);
    const configuration = examined && fileOf(examined, name);
    if (examined === undefined || configuration === undefined) return [];
    const { properties = [] } = this.entries.get(name) ?? {};
    return [
      ...clusterLenses(examined, configuration),
      ...(this.isLarge(configuration.file)
        ? []
        : requestLenses(examined, configuration, tests, propertiesAt(examined, properties))),
    ];
  }

  /** A request for the virtual host or the route that begins at a position, as it is typed. */
  example(name: string, offset: number): string | undefined {
    const examined = this.examined(name);
    const request = examined && requestAt(examined, name, offset);
    return request && examined.redact(requestLine(markedRequest(request)));
  }

  /** What becomes of a request that is given, or of one for what begins at a position; or why nothing is traced. */
  trace(name: string, asked: Asked): TracedRequest | string {
    const examined = this.examined(name);
    if (examined === undefined) return 'the text cannot be read as a configuration';
    const request = 'line' in asked ? readRequest(asked.line) : requestAt(examined, name, asked.offset);
    if (request === undefined) return 'no request is known that comes here; name one';
    if (typeof request === 'string') return examined.redact(request);
    return traced(examined, request);
  }

  /** Defaults of what is not set in messages that begin in some lines (from 1). */
  hints(name: string, first: number, last: number): readonly DefaultsHint[] {
    const configuration = this.configurationOf(name);
    return configuration === undefined ? [] : hintsIn(configuration, { first, last });
  }

  /** What is offered for lines of a text (from 1). */
  actions(name: string, first: number, last: number): readonly Action[] {
    const examined = this.examined(name);
    return examined === undefined ? [] : actionsAt(examined, name, { first, last });
  }

  /** The changes of an action, or why there are none. */
  act(name: string, maker: ActionMaker): readonly PlacedChange[] | string {
    const examined = this.examined(name);
    if (examined === undefined) return 'the text cannot be read';
    const changes = changesOfAction(examined, name, maker);
    if (typeof changes === 'string') return examined.redact(changes);
    return changes.map(({ start, end, text }) => ({ range: rangeIn(examined, name, { start, end }), text }));
  }

  private named(
    name: string,
    offset: number,
    places: (found: Occurrence, examined: Examined) => readonly Place[],
  ): readonly Place[] {
    const examined = this.examined(name);
    if (examined === undefined) return [];
    const found = occurrenceAt(examined, name, offset);
    return found === undefined ? [] : places(found, examined);
  }

  private isLarge({ text }: Pick<WorkspaceText, 'text'>): boolean {
    return text.length > this.most;
  }

  /** What analysis says about a text and those that belong to it; worked out once for each version of them. */
  private examined(name: string): Examined | undefined {
    const entry = this.entries.get(name);
    if (entry?.configuration === undefined) return undefined;
    if (entry.examined !== undefined) return entry.examined;
    const others = [...this.entries.values()].flatMap((each) =>
      each !== entry && each.together && entry.together ? (each.configuration ?? []) : [],
    );
    const all = [entry.configuration, ...others];
    const isLarge = this.isLarge(entry);
    entry.examined = examine(all, entry, { clock: this.clock, isLarge, remembered: entry.remembered });
    return entry.examined;
  }
}

function sameRules(one: WorkspaceText, other: WorkspaceText): boolean {
  const areSameLevels =
    one.levels.size === other.levels.size &&
    [...one.levels].every(([rule, level]) => other.levels.get(rule) === level);
  return areSameLevels && JSON.stringify(one.rows ?? []) === JSON.stringify(other.rows ?? []);
}

function clusterLenses(examined: Examined, configuration: Configuration): readonly Lens[] {
  return [...flattened(symbolsOf(configuration))].flatMap(({ frame, name: own, nameSpan }) => {
    if (frame.type !== 'Cluster' || frame.message.name !== own) return [];
    const places = sameName(examined, { kind: 'cluster', name: own }).filter((each) => !each.isDefinition);
    const range = configuration.file.lines.range(nameSpan);
    return [{ range, title: clusterTitle(clusterReach(examined, own)), places: places.map(placeOf) }];
  });
}

/** Requests to trace, tests and properties, at what begins where they stand. */
function requestLenses(
  examined: Examined,
  configuration: Configuration,
  files: readonly TestFile[],
  propertiesOf: ReturnType<typeof propertiesAt>,
): readonly Lens[] {
  const testsAt = testsOf(examined, files);
  return [...routePlaces(examined, configuration)].flatMap((place): readonly Lens[] => {
    const range = configuration.file.lines.range({ start: place.start, end: place.start });
    const [tests, properties] = [testsAt(place), propertiesOf(place)];
    return [
      ...(hasExample(place) ? [{ range, title: 'trace a request…' }] : []),
      ...[tests, properties].flatMap((each) => (each === undefined ? [] : { range, ...each })),
    ];
  });
}

function requestAt(examined: Examined, name: string, offset: number): Request | undefined {
  const configuration = fileOf(examined, name);
  if (configuration === undefined) return undefined;
  for (const place of routePlaces(examined, configuration))
    if (place.start === offset) return exampleOf(examined, place);
  return undefined;
}

/** Larger files are not looked at as a whole with every key press. */
const MAX_CHARACTERS = 16_000_000;

/** So many symbols of one file are listed where some are searched. */
const MAX_FOUND = 200;

function placeOf(occurrence: Occurrence): Place {
  const { file } = occurrence.document.configuration;
  return { file: file.name, range: file.lines.range(spanOfName(occurrence)) };
}

function rangeIn({ configurations }: Examined, file: string, span: Span): Range {
  const found = configurations.find((each) => each.file.name === file);
  if (found === undefined) throw new Error(`${file} is no file of the project`);
  return found.file.lines.range(span);
}

function symbolTree(
  { type, name, span, nameSpan, children }: ResourceSymbol,
  configuration: Configuration,
  redact: Redact,
): SymbolTree {
  const { lines } = configuration.file;
  return {
    type,
    name: redact(name),
    range: lines.range(span),
    nameRange: lines.range(nameSpan),
    children: children.map((each) => symbolTree(each, configuration, redact)),
  };
}

function clusterText(examined: Examined, name: string): string {
  const reach = clusterReach(examined, name);
  const more = reach.all - reach.from.length;
  const lines = reach.from.map((from) => `- ${from}`);
  return [`**${name}**: ${clusterTitle(reach)}`, ...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join(
    '\n',
  );
}
