/** Asks the rules that look at single messages, in one walk over each document. */
import { versionOf } from '../model/bound.ts';
import type { CleanTexts } from '../model/clean-texts.ts';
import type { Level } from '../model/problem.ts';
import { eachChild, type Frame, fieldsOn } from '../model/walk.ts';
import { type Paths, pathsTo } from '../schema/reach.ts';
import type { Message, MessageName } from '../schema/types.ts';
import type { ApiVersion } from '../schema/version.ts';
import { lookup } from '../source/lookup.ts';
import type { Document, Draft } from './finding.ts';
import type { RuleContext, RunRule } from './rule.ts';
import type { Subject } from './subject.ts';

interface VisitOptions {
  readonly clean?: CleanTexts;
  /** How much was found so far. */
  readonly found: () => number;
}

type Takes = (rule: string, level: Level) => (draft: Draft) => void;
type Visit = (message: Message<MessageName>, frame: Frame, look: RuleContext) => void;

/** A rule that looks at messages of one table. */
interface Looking {
  readonly rule: RunRule;
  readonly version: ApiVersion | undefined;
  readonly visit: Visit;
}

/** Some of the rules: which of them look at what, and the fields that lead there, all of them where absent. */
interface Plan {
  readonly byType: ReadonlyMap<string, readonly Looking[]>;
  readonly every: readonly RunRule[];
  readonly paths: Paths | undefined;
}

/** Messages of version 3 that say what another one says, in another place: CORS among the settings of its filter. */
const SAME_AS: { readonly [table: string]: readonly string[] } = { 'route.CorsPolicy': ['cors.CorsPolicy'] };

function planOf(rules: readonly RunRule[]): Plan {
  const byType = new Map<string, Looking[]>();
  const add = (type: string, rule: RunRule, visit: Visit): void => {
    const known = byType.get(type) ?? [];
    byType.set(type, known);
    known.push({ rule, version: rule.version, visit });
  };
  for (const rule of rules) {
    for (const [table, visit] of Object.entries(rule.messages ?? {}))
      for (const type of [table, ...(lookup(SAME_AS, table) ?? [])]) add(type, rule, visit as Visit);
    for (const [type, look] of Object.entries(rule.tables ?? {}))
      add(type, rule, (_, frame, at) => look(frame, at));
  }
  const every = rules.filter((rule) => rule.every !== undefined);
  return { byType, every, paths: every.length > 0 ? undefined : pathsTo(new Set(byType.keys())) };
}

/** For all rules; of resources that were clean in an older version, for those that look beyond them alone. */
export function visitMessages(
  subject: Subject,
  rules: readonly RunRule[],
  takes: Takes,
  { clean, found }: VisitOptions,
): void {
  const memory = clean === undefined ? subject.memory?.resources : undefined;
  const outside = memory === undefined ? undefined : watchOutside(subject);
  const plans = new Map<ReadonlySet<string>, Plan>();
  const all = planOf(rules);
  const planFor = (ids: ReadonlySet<string>): Plan => {
    const known = plans.get(ids) ?? planOf(rules.filter(({ id }) => ids.has(id)));
    plans.set(ids, known);
    return known;
  };
  for (const document of subject.documents) {
    const ask = startAsking(subject, document, rules, takes, outside);
    const walk = (frame: Frame): void => {
      if (clean?.isClean(document, frame)) return;
      const again = memory?.again(document, frame);
      if (again !== undefined) {
        if (again.size > 0) askWhole(planFor(again), frame);
        return;
      }
      const before = found();
      const isNoted = memory?.canNote(document, frame) === true;
      if (isNoted) outside?.begin();
      ask(all, isNoted ? (outside?.frame(frame) ?? frame) : frame, walk);
      if (found() !== before) return;
      clean?.note(document, frame);
      if (isNoted && outside !== undefined) memory?.note(document, frame, outside.lookedBeyond);
    };
    const askWhole = (plan: Plan, frame: Frame): void => ask(plan, frame, (child) => askWhole(plan, child));
    for (const frame of subject.frames(document)) walk(frame);
  }
}

/** Looks at types, which the proxy has to know even of settings that a route switches off; it reads nothing else of them. */
const OF_TYPES = 'unknown-extension';

/** Asks the rules of a plan about a message, then goes on with the messages in it. */
function startAsking(
  subject: Subject,
  document: Document,
  rules: readonly RunRule[],
  takes: Takes,
  outside: Outside | undefined,
) {
  const { namespace } = document.configuration;
  const looks = new Map(
    rules.map((rule) => {
      const look = lookAt(subject, document, takes(rule.id, rule.level));
      return [rule, outside?.look(look) ?? look];
    }),
  );
  const lookOf = (rule: RunRule): RuleContext => {
    outside?.ask(rule.id);
    const look = looks.get(rule);
    if (look === undefined) throw new Error(`${rule.id} is no rule of this run`);
    return look;
  };
  let isIdle = false;
  return ({ byType, every, paths }: Plan, frame: Frame, next: (child: Frame) => void): void => {
    for (const rule of every) rule.every?.(frame, lookOf(rule));
    for (const { rule, version, visit } of byType.get(frame.type) ?? [])
      if (
        (version === undefined || version === versionOf(frame.message)) &&
        !(isIdle && rule.refuses === true && rule.id !== OF_TYPES)
      )
        visit(frame.message as Message<MessageName>, frame, lookOf(rule));
    const wasIdle = isIdle;
    isIdle ||= frame.type === 'route.FilterConfig' && frame.message.disabled === true;
    eachChild(frame, namespace, next, paths === undefined ? undefined : fieldsOn(paths, frame));
    isIdle = wasIdle;
  };
}

function lookAt(subject: Subject, document: Document, report: (draft: Draft) => void): RuleContext {
  return {
    document,
    namespace: document.configuration.namespace,
    subject,
    spot: ({ message, type }, field, index) => ({
      document,
      message,
      type,
      ...(field === undefined ? {} : { field }),
      ...(index === undefined ? {} : { index }),
    }),
    report,
  };
}

// Notices which rules look at anything else than the resource that they are asked about.

export interface Outside {
  /** Begins with a resource. */
  begin(): void;
  /** A rule is asked from now on. */
  ask(rule: string): void;
  /** The rules that looked beyond the resource, by id. */
  readonly lookedBeyond: ReadonlySet<string>;
  /** The frame of a resource, from which somebody may look up. */
  frame(frame: Frame): Frame;
  look(look: RuleContext): RuleContext;
}

function watchOutside(subject: Subject): Outside {
  let asked = '';
  let lookedBeyond = new Set<string>();
  const noticed = <T>(value: T): T => {
    lookedBeyond.add(asked);
    return value;
  };
  // Regular expressions, the clock and budgets are the same for every text.
  const watched: Subject = {
    get documents() {
      return noticed(subject.documents);
    },
    get routing() {
      return noticed(subject.routing);
    },
    get regexes() {
      return subject.regexes;
    },
    documentOf: (root) => noticed(subject.documentOf(root)),
    frames: (document: Document) => noticed(subject.frames(document)),
    clock: subject.clock,
    memory: subject.memory,
    meter: (limits) => subject.meter(limits),
    shared: (make) => noticed(subject.shared(make)),
  };
  return {
    begin() {
      lookedBeyond = new Set();
    },
    ask(rule) {
      asked = rule;
    },
    get lookedBeyond() {
      return lookedBeyond;
    },
    frame({ parent, index, ...own }) {
      const frame: Frame = own;
      return Object.defineProperties(frame, {
        ...(parent === undefined ? {} : { parent: { get: () => noticed(parent), enumerable: true } }),
        ...(index === undefined ? {} : { index: { get: () => noticed(index), enumerable: true } }),
      });
    },
    look: (look) => ({
      ...look,
      subject: watched,
      get document() {
        return noticed(look.document);
      },
    }),
  };
}
