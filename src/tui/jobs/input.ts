/** What the worker is given: texts and how to read them, so that it can open the same configurations by itself. */

import type { RuleLevel } from '../../analyze/rule.ts';
import { type Subject, subjectOf } from '../../analyze/subject.ts';
import { type BoundMessage, NODE } from '../../model/bound.ts';
import type { Configuration } from '../../model/index.ts';
import { openConfiguration, type Root } from '../../model/open.ts';
import type { PropertyFile, RuleRow } from '../../model/own-rules.ts';
import { type Secret, secretsOf } from '../../results/secrets/redact.ts';
import type { Request } from '../../routing/request/request.ts';
import { knowOwnTables, type OwnTables } from '../../schema/own.ts';
import type { Release } from '../../schema/release.ts';
import type { ApiVersion } from '../../schema/version.ts';
import type { ChangeSetting } from '../../settings/settings.ts';
import { type SourceFile, sourceFile } from '../../source/load.ts';
import { once } from '../../source/once.ts';

export interface JobFile {
  readonly name: string;
  readonly text: string;
  readonly path?: string;
  readonly type?: string;
  readonly namespace?: string;
  readonly api?: ApiVersion;
  readonly release?: Release;
  /** Levels of rules that the settings of this file change. */
  readonly levels: ReadonlyMap<string, RuleLevel>;
  /** Its rules of the user's own that are data. */
  readonly rows?: readonly RuleRow[];
  /** Its files of properties. */
  readonly properties?: readonly PropertyFile[];
}

export interface JobInput {
  /** What is explored: the only input, or the newer one of two. */
  readonly side: readonly JobFile[];
  /** With two inputs the older one. */
  readonly before?: readonly JobFile[];
  /** Whether the files of a side are one configuration; otherwise each is looked at for itself. */
  readonly together: boolean;
  readonly showSecrets: boolean;
  /** Messages of the user's own. */
  readonly own?: OwnTables;
  readonly diff: {
    readonly ignore: readonly string[];
    readonly rules: ReadonlyMap<string, ChangeSetting>;
  };
}

/** An input, opened; each part when it is first asked for. */
export interface OpenedInput {
  readonly input: JobInput;
  readonly side: readonly Configuration<SourceFile>[];
  readonly before: readonly Configuration<SourceFile>[];
  /** All files of the side together. */
  readonly subject: Subject;
  now(): number;
}

/** @param now milliseconds, for the time that one question may take */
export function openInput(input: JobInput, now: () => number): OpenedInput {
  if (input.own !== undefined) knowOwnTables(input.own);
  const side = once(() => input.side.map(open));
  const before = once(() => (input.before ?? []).map(open));
  const subject = once(() => subjectOf(side(), { now }));
  return {
    input,
    get side() {
      return side();
    },
    get before() {
      return before();
    },
    get subject() {
      return subject();
    },
    now,
  };
}

function open({ name, text, path, type, namespace, api, release }: JobFile): Configuration<SourceFile> {
  return openConfiguration(sourceFile(name, text, 'named', path), {
    ...(type === undefined ? {} : { type }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(api === undefined ? {} : { api }),
    ...(release === undefined ? {} : { release }),
  });
}

// What must not be shown of both sides; undefined where all of it may.

export function exploreSecrets({ input, side, before }: OpenedInput): readonly Secret[] | undefined {
  return input.showSecrets ? undefined : secretsOf([...side, ...before]);
}

// Where something stands, in numbers: the document of its side and the node.

export interface ItemPlace {
  /** Position among the documents of the side. */
  readonly root: number;
  readonly node: number;
}

/** The place of a message; undefined where it was never written. */
export function placeOfMessage(
  { subject }: OpenedInput,
  root: Root,
  message: BoundMessage | undefined,
): ItemPlace | undefined {
  const node = message?.[NODE];
  if (node === undefined) return undefined;
  return { root: subject.documents.findIndex((document) => document.root === root), node };
}

/** A request that was asked, and its line as it may be shown. */
export interface ShownRequest {
  readonly request: Request;
  /** Without secrets. */
  readonly line: string;
}
