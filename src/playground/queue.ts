/** The texts of the page and everything that is asked about them. It knows no page, no thread and no clock of its own. */

import { completionsAt } from '../lsp/completion/complete.ts';
import type { Diagnostic } from '../lsp/diagnostics.ts';
import { type Known, knownOf, type OpenText, typedPlaceAt } from '../lsp/document.ts';
import { fieldHover } from '../lsp/hover/field.ts';
import { Workspace } from '../lsp/workspace.ts';
import type { PropertyFile } from '../model/own-rules.ts';
import { redactionOf } from '../results/secrets/redact.ts';
import { comparisonOf } from './comparison.ts';
import { allExamples } from './examples.ts';
import { liftOf } from './lift.ts';
import type { OpenPane } from './panes.ts';
import type {
  Answers,
  Findings,
  PaneId,
  PaneText,
  QuestionName,
  Questions,
  Refusal,
  Remedy,
  ShownFinding,
} from './questions.ts';
import { tracesOf } from './tracing.ts';

const SIDES: readonly PaneId[] = ['a', 'b'];

/** A text, and whether it is one of properties: the key with which it begins says so. */
interface HeldText extends PaneText {
  readonly holdsProperties: boolean;
}

export class RequestQueue {
  private readonly workspace: Workspace;
  private readonly now: () => number;
  private readonly texts = new Map<PaneId, HeldText>();
  /** What each text is held to. */
  private readonly held = new Map<PaneId, readonly PropertyFile[]>();
  private readonly known = new Map<PaneId, Known>();

  /** @param now milliseconds */
  constructor(now: () => number) {
    this.now = now;
    this.workspace = new Workspace({ now });
  }

  put(given: PaneText): void {
    const { pane, text } = given;
    this.drop(pane);
    const taken = [...this.texts.values()].some(({ name }) => name === given.name);
    const name = taken ? `${given.name} (${pane})` : given.name;
    const holdsProperties = /^(?:\{\s*)?"?properties"?\s*:/m.test(text);
    this.texts.set(pane, { ...given, name, holdsProperties });
    this.hold(pane);
    this.holdOthers(pane);
  }

  forget(pane: PaneId): void {
    this.drop(pane);
    this.holdOthers(pane);
  }

  private drop(pane: PaneId): void {
    const before = this.texts.get(pane);
    if (before !== undefined) this.workspace.forget(before.name);
    this.texts.delete(pane);
  }

  /** Gives a text to the workspace, to be held to the properties beside it. */
  private hold(pane: PaneId): void {
    const given = this.texts.get(pane);
    if (given === undefined) return;
    const { name, text, type, holdsProperties } = given;
    this.held.set(pane, this.properties());
    this.workspace.put({
      name,
      text,
      options: type === undefined ? {} : { type },
      levels: new Map(),
      properties: this.properties(),
      holdsProperties,
    });
  }

  /** The others, where they were held to other properties. */
  private holdOthers(pane: PaneId): void {
    const now = JSON.stringify(this.properties());
    for (const other of this.texts.keys())
      if (other !== pane && JSON.stringify(this.held.get(other)) !== now) this.hold(other);
  }

  private properties(): readonly PropertyFile[] {
    return [...this.texts.values()].flatMap(({ name, text, holdsProperties }) =>
      holdsProperties ? { name, text } : [],
    );
  }

  answer<N extends QuestionName>(name: N, question: Questions[N]): Answers[N] {
    return this.answers[name](question);
  }

  private readonly answers: { readonly [N in QuestionName]: (question: Questions[N]) => Answers[N] } = {
    findings: ({ pane }) => this.findings(pane),
    act: ({ pane, maker }) => {
      const changes = this.workspace.act(this.texts.get(pane)?.name ?? '', maker);
      return typeof changes === 'string' ? { problem: changes } : changes;
    },
    complete: ({ pane, offset }) => {
      const opened = this.openText(pane);
      return opened === undefined ? [] : completionsAt(opened, offset);
    },
    explain: ({ pane, offset }) => {
      const opened = this.openText(pane);
      const place = opened && typedPlaceAt(opened, offset);
      return opened && place && fieldHover(opened.text, place);
    },
    compare: () => {
      const panes = this.open();
      if ([...this.texts.values()].filter(({ holdsProperties }) => !holdsProperties).length < 2)
        return { problem: 'open a second text to compare this one with' };
      return 'problem' in panes ? panes : comparisonOf(panes, this.now);
    },
    lift: ({ pane }) => {
      const panes = this.open([pane]);
      return 'problem' in panes ? panes : liftOf(panes);
    },
    trace: ({ line }) => {
      const panes = this.open();
      return 'problem' in panes ? panes : tracesOf(panes, line, this.now);
    },
    share: () => this.share(),
    examples: () => allExamples(),
  };

  /** A text as it is written so far, with what was known of it when it could be read last. */
  private openText(pane: PaneId): OpenText | undefined {
    const given = this.texts.get(pane);
    if (given === undefined) return undefined;
    const { name, text, type } = given;
    const configuration = this.workspace.configurationOf(name);
    if (configuration !== undefined) this.known.set(pane, knownOf(configuration));
    const known = this.known.get(pane);
    return { text, options: type === undefined ? {} : { type }, ...(known === undefined ? {} : { known }) };
  }

  private findings(pane: PaneId): Findings {
    const text = this.texts.get(pane);
    if (text === undefined) return { kind: 'findings', findings: [], remedies: [] };
    const { diagnostics } = this.workspace.show(text.name);
    const isRead = this.workspace.configurationOf(text.name) !== undefined;
    const actions = this.workspace.actions(text.name, 1, Number.POSITIVE_INFINITY);
    const remedies = new Map<string, Remedy[]>();
    for (const { title, maker, about } of actions)
      for (const fingerprint of about)
        remedies.set(fingerprint, [...(remedies.get(fingerprint) ?? []), { title, maker }]);
    return {
      kind: isRead
        ? 'findings'
        : diagnostics.length > 0
          ? 'unreadable'
          : text.holdsProperties
            ? 'properties'
            : 'unknown',
      findings: diagnostics.map((each) =>
        this.finding(pane, each, remedies.get(each.fingerprint ?? '') ?? []),
      ),
      remedies: actions
        .filter(({ kind }) => kind === 'fix all')
        .map(({ title, maker }) => ({ title, maker })),
    };
  }

  private finding(
    pane: PaneId,
    { range, level, rule, message, resource = '', request, related }: Diagnostic,
    remedies: readonly Remedy[],
  ): ShownFinding {
    return {
      range,
      level,
      rule,
      message,
      resource,
      ...(request === undefined ? {} : { request }),
      related: related.map((each) => ({ pane, range: each.range, message: each.message })),
      remedies,
    };
  }

  /** What was opened as configurations; why one of them is none. */
  private open(wanted: readonly PaneId[] = SIDES): readonly OpenPane[] | Refusal {
    const panes: OpenPane[] = [];
    for (const pane of wanted) {
      const text = this.texts.get(pane);
      if (text === undefined || text.holdsProperties) continue;
      const configuration = this.workspace.configurationOf(text.name);
      if (configuration === undefined) return { problem: this.unreadable(text) };
      panes.push({ pane, configuration });
    }
    return panes;
  }

  private unreadable({ name, text }: PaneText): string {
    if (text.trim() === '') return `${name} is empty`;
    const [first] = this.workspace.show(name).diagnostics;
    return first === undefined
      ? `${name} is no configuration that cfgtool knows`
      : `${name} cannot be read, line ${first.range.start.line}: ${first.message}`;
  }

  /** A link goes far: what is secret does not go along, and what cannot be read may hold anything. */
  private share(): Answers['share'] {
    const panes = this.open();
    if ('problem' in panes) return panes;
    const { redact, hidAnything } = redactionOf(
      panes.map(({ configuration }) => configuration),
      false,
    );
    const texts = [...this.texts.values()].map((each) => ({ ...each, text: redact(each.text) }));
    return { texts, hidSecrets: hidAnything() };
  }
}
