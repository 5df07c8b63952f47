/** Asks the rules that look at single messages, in one walk over each document. */
import { versionOf } from '../model/bound.ts';
import { type CleanTexts, REPEATED } from '../model/clean-texts.ts';
import type { Level } from '../model/problem.ts';
import { eachChild, type Frame, fieldsOn, frameIn } from '../model/walk.ts';
import { type Paths, pathsTo } from '../schema/reach.ts';
import type { Message, MessageName } from '../schema/types.ts';
import { lookup } from '../source/lookup.ts';
import type { Document, Draft } from './finding.ts';
import type { RunRule, SubjectContext, Visits } from './rule.ts';
import type { Subject } from './subject.ts';

interface VisitOptions {
  /** Resources in which rules that look at nothing else found nothing; what is remembered of the subject where absent. */
  readonly clean?: CleanTexts | undefined;
  /** How much was found so far. */
  readonly found: () => number;
}

type Takes = (rule: string, level: Level) => (draft: Draft) => void;
type Visit = (message: Message<MessageName>, frame: Frame, look: SubjectContext) => void;

/** A rule that looks at messages of one table. */
interface Looking {
  readonly rule: RunRule;
  readonly visit: Visit;
  /** Whether it looks beyond the resource. */
  readonly isWide: boolean;
}

/** What is asked: which rules look at what, and the fields that lead there, all of them where absent. */
interface Plan {
  readonly scope: 'all' | 'subject';
  readonly byType: ReadonlyMap<string, readonly Looking[]>;
  readonly every: readonly RunRule[];
  readonly paths: Paths | undefined;
}

/** Messages of version 3 that say what another one says, in another place: CORS among the settings of its filter. */
const SAME_AS: { readonly [table: string]: readonly string[] } = { 'route.CorsPolicy': ['cors.CorsPolicy'] };

/** @param scope all that rules look at, or only that for which they look beyond the resource */
function planOf(rules: readonly RunRule[], scope: Plan['scope']): Plan {
  const byType = new Map<string, Looking[]>();
  const add = (type: string, looking: Looking): void => {
    const known = byType.get(type) ?? [];
    byType.set(type, known);
    known.push(looking);
  };
  const addAll = (rule: RunRule, visits: Visits<SubjectContext> = {}, isWide = false): void => {
    for (const [table, visit] of Object.entries(visits))
      for (const type of [table, ...(lookup(SAME_AS, table) ?? [])])
        add(type, { rule, visit: visit as Visit, isWide });
  };
  for (const rule of rules) {
    if (scope === 'all') {
      addAll(rule, rule.messages);
      for (const [type, look] of Object.entries(rule.tables ?? {}))
        add(type, { rule, visit: (_, frame, at) => look(frame, at), isWide: false });
    }
    addAll(rule, rule.withSubject, true);
  }
  const every = scope === 'all' ? rules.filter((rule) => rule.every !== undefined) : [];
  return { scope, byType, every, paths: every.length > 0 ? undefined : pathsTo(new Set(byType.keys())) };
}

/** Of resources that are known to be clean only those are asked that look beyond them. */
export function visitMessages(
  subject: Subject,
  rules: readonly RunRule[],
  takes: Takes,
  { clean = subject.memory?.resources, found }: VisitOptions,
): void {
  const all = planOf(rules, 'all');
  const wide = planOf(rules, 'subject');
  for (const document of subject.documents) {
    const ask = startAsking(subject, document, rules, takes);
    const askWide = (frame: Frame): void => ask(wide, frame, askWide);
    const walk = (frame: Frame): void => {
      if (clean?.isClean(document, frame)) {
        askWide(frame);
        return;
      }
      const before = found();
      ask(all, frame, walk);
      if (found() === before) clean?.note(document, frame);
    };
    for (const frame of subject.frames(document)) walk(frame);
  }
}

/** Asks the rules of a plan about a message, then goes on with the messages in it. */
function startAsking(subject: Subject, document: Document, rules: readonly RunRule[], takes: Takes) {
  const { namespace } = document.configuration;
  const looks = new Map(
    rules.map((rule) => [rule, contextOf(subject, document, takes(rule.id, rule.level))]),
  );
  const lookOf = (rule: RunRule): SubjectContext => {
    const look = looks.get(rule);
    if (look === undefined) throw new Error(`${rule.id} is no rule of this run`);
    return look;
  };
  let isIdle = false;
  let resource: ResourceFrames | undefined;
  return ({ scope, byType, every, paths }: Plan, whole: Frame, next: (child: Frame) => void): void => {
    const around = { isIdle, resource };
    let frame = whole;
    if (scope === 'all' && REPEATED.has(whole.type)) {
      frame = withoutAbove(whole);
      resource = { own: frame, whole: wholeOf(whole, resource) };
    }
    for (const rule of every) rule.every?.(frame, lookOf(rule));
    let placed: Frame | undefined;
    for (const { rule, visit, isWide } of byType.get(frame.type) ?? []) {
      if (rule.version !== undefined && rule.version !== versionOf(frame.message)) continue;
      if (isIdle && rule.refuses === true && rule.asksIdle !== true) continue;
      if (isWide) placed ??= wholeOf(frame, resource);
      visit(frame.message as Message<MessageName>, (isWide && placed) || frame, lookOf(rule));
    }
    isIdle ||= frame.type === 'route.FilterConfig' && frame.message.disabled === true;
    eachChild(frame, namespace, next, paths === undefined ? undefined : fieldsOn(paths, frame));
    ({ isIdle, resource } = around);
  };
}

/** A resource as the rules see it that look at nothing else, and in its place. */
interface ResourceFrames {
  readonly own: Frame;
  readonly whole: Frame;
}

function withoutAbove({ parent: _, index: __, ...own }: Frame): Frame {
  return own;
}

/** A message of a resource with everything that is above that. */
function wholeOf(frame: Frame, resource: ResourceFrames | undefined): Frame {
  if (resource === undefined) return frame;
  if (frame === resource.own) return resource.whole;
  return frame.parent === undefined ? frame : frameIn(frame, wholeOf(frame.parent, resource));
}

function contextOf(subject: Subject, document: Document, report: (draft: Draft) => void): SubjectContext {
  return {
    document,
    namespace: document.configuration.namespace,
    release: document.root.release,
    subject,
    get regexes() {
      return subject.regexes;
    },
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
