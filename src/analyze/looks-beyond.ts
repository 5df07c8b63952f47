/** Notices which rules look at anything else than the resource that they are asked about. */
import type { Frame } from '../model/walk.ts';
import type { Document } from './finding.ts';
import type { Look } from './rule.ts';
import type { Subject } from './subject.ts';

export interface Outside {
  /** Begins with a resource. */
  begin(): void;
  /** A rule is asked from now on. */
  ask(rule: string): void;
  /** The rules that looked beyond the resource, by id. */
  readonly lookedBeyond: ReadonlySet<string>;
  /** The frame of a resource, from which somebody may look up. */
  frame(frame: Frame): Frame;
  look(look: Look): Look;
}

export function watchOutside(subject: Subject): Outside {
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
