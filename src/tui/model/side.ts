/** One input, opened: its files, its documents and the items that the tree shows. */
import type { Document } from '../../analyze/finding.ts';
import { type Subject, subjectOf } from '../../analyze/index.ts';
import type { Clock } from '../../analyze/subject.ts';
import type { Configuration } from '../../model/index.ts';
import type { SourceFile } from '../../source/load.ts';
import { buildItems } from './build.ts';
import type { Items } from './items.ts';

export interface Side {
  /** As the person named it on the command line. */
  readonly name: string;
  readonly configurations: readonly Configuration<SourceFile>[];
  /** Documents of all files, in order; findings and links name them by their position. */
  readonly documents: readonly Document[];
  /** For questions about routing; what it works out is remembered in it. */
  readonly subject: Subject;
  readonly items: Items;
}

/** @param clock for the time that one question about routing may take */
export function sideOf(
  name: string,
  configurations: readonly Configuration<SourceFile>[],
  clock?: Clock,
): Side {
  const subject = subjectOf(configurations, clock);
  const { documents } = subject;
  return {
    name,
    configurations,
    documents,
    subject,
    items: buildItems(documents, (document) => subject.frames(document)),
  };
}
