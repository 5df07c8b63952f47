/** Files that are one configuration, as far as they can be read, with what analysis knows of them. */
import { type Subject, subjectOf } from '../analyze/index.ts';
import type { Memory } from '../analyze/memory.ts';
import type { Clock } from '../analyze/subject.ts';
import type { Configuration } from '../model/open.ts';

export interface Project {
  readonly configurations: readonly Configuration[];
  readonly subject: Subject;
}

export function projectOf(configurations: readonly Configuration[], clock?: Clock, memory?: Memory): Project {
  return { configurations, subject: subjectOf(configurations, clock, memory) };
}

/** The configuration of a file. */
export function fileOf({ configurations }: Project, name: string): Configuration | undefined {
  return configurations.find(({ file }) => file.name === name);
}
