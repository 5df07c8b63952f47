/** What checking found while the documents were bound, as drafts. */
import type { Level } from '../model/problem.ts';
import type { Draft, Fix } from './finding.ts';
import type { Subject } from './subject.ts';

export interface CheckedDraft {
  readonly rule: string;
  readonly level: Level;
  readonly draft: Draft;
}

export function* checkedDrafts({ documents, documentOf }: Subject): Generator<CheckedDraft> {
  for (const configuration of new Set(documents.map((document) => document.configuration))) {
    for (const { problem, root } of configuration.found) {
      const { rule, level, message, node, key, meant } = problem;
      const at = { document: documentOf(root), node, ...(key === undefined ? {} : { key }) };
      const fix: { fix?: Fix } =
        meant === undefined
          ? {}
          : { fix: { kind: 'respelling', title: `spell it ${meant}`, at, respelled: meant } };
      yield { rule, level, draft: { message, at, ...fix } };
    }
  }
}
