/** What is analysed together, and what rules ask about it; each answer is worked out once, when first asked for. */
import type { Configuration, Root } from '../model/open.ts';
import { type Frame, rootFrames } from '../model/walk.ts';
import { regexEngine } from '../routing/regex/engine.ts';
import { type Meter, startMeter } from '../routing/regex/meter.ts';
import type { Regexes } from '../routing/regex/regexes.ts';
import { type FoundRouting, findRouting } from '../routing/where/find.ts';
import type { Document } from './finding.ts';
import type { Memory } from './memory.ts';

export interface Clock {
  /** Milliseconds. */
  readonly now: () => number;
}

export interface Subject {
  readonly documents: readonly Document[];
  /** Route configurations and cluster names of all documents. */
  readonly routing: FoundRouting;
  /** One engine for all: a pattern is read once. */
  readonly regexes: Regexes;
  documentOf(root: Root): Document;
  /** The messages at the root of a document. */
  frames(document: Document): readonly Frame[];
  /** For budgets in time; without one only work counts. */
  readonly clock: Clock | undefined;
  /** What is known from an older version of the same texts. */
  readonly memory: Memory | undefined;
  /** The budget of one question, with less time or work than usual where that is said. */
  meter(limits?: { readonly work?: number; readonly milliseconds?: number }): Meter;
  /** A value that several rules share; made at the first question, by a key that is the maker itself. */
  shared<T>(make: (subject: Subject) => T): T;
}

/** Steps of one question, and how long it may take. */
const WORK = 30_000_000;
const MILLISECONDS = 1000;

/** @param clock for budgets in time; without one only work counts */
export function subjectOf(configurations: readonly Configuration[], clock?: Clock, memory?: Memory): Subject {
  const limit = clock === undefined ? {} : { clock: { now: clock.now, milliseconds: MILLISECONDS } };
  const documents = configurations.flatMap((configuration) =>
    configuration.roots.map((root) => ({ configuration, root })),
  );
  const byRoot = new Map(documents.map((document) => [document.root, document]));
  const made = new Map<unknown, unknown>();
  let routing: FoundRouting | undefined;
  let regexes: Regexes | undefined;
  const subject: Subject = {
    documents,
    get routing() {
      routing ??= findRouting(configurations);
      return routing;
    },
    get regexes() {
      regexes ??= regexEngine(limit);
      return regexes;
    },
    documentOf(root) {
      const document = byRoot.get(root);
      if (document === undefined) throw new Error('a root of another subject');
      return document;
    },
    frames: ({ root }) => rootFrames(root),
    clock,
    memory,
    meter: ({ work = WORK, milliseconds = MILLISECONDS } = {}) =>
      startMeter({ work, ...(clock && { clock: { now: clock.now, milliseconds } }) }),
    shared<T>(make: (subject: Subject) => T): T {
      if (!made.has(make)) made.set(make, make(subject));
      return made.get(make) as T;
    },
  };
  return subject;
}
