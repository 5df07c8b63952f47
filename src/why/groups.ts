/** The lines of an access log, grouped by what they come from. */
import type { Place } from '../model/place.ts';
import type { Request } from '../routing/request/request.ts';
import { counted } from '../source/counted.ts';
import { type Explained, explainLine, SUBJECT } from './cause.ts';
import type { Setting } from './evidence.ts';
import { type DeclaredFormat, type ReadLine, readLine } from './log-lines.ts';

export interface WhyGroup {
  readonly count: number;
  /** Short names. */
  readonly flags: readonly string[];
  readonly details: string | null;
  readonly status: number | null;
  /** That of the first line; null where lines do not say what was asked for. */
  readonly request: Request | null;
  readonly cause: string;
  /** The field that decides it, as `explain` names it. */
  readonly field: string | null;
  readonly place: Place | undefined;
  readonly remedy: string;
  readonly consistent: boolean;
  /** Nothing failed. */
  readonly isFine: boolean;
}

export interface Why {
  /** What failed first, the most frequent cause first. */
  readonly groups: readonly WhyGroup[];
  /** Lines that no format reads. */
  readonly unread: number;
  readonly lines: number;
}

/** Lines that say the same are explained once; causes beyond these are counted together. */
const MAX_KNOWN = 20_000;
const MAX_GROUPS = 2_000;
const MAX_SUBJECTS = 10_000;

interface Growing {
  readonly line: ReadLine;
  readonly explained: Explained;
  readonly subjects: Set<string>;
  count: number;
}

export interface WhyRun {
  /** @returns what it comes from; undefined where it cannot be read */
  add(line: string): Explained | undefined;
  /** A line that is too long to be looked at. */
  skip(): void;
  result(): Why;
}

export function startWhy(setting: Setting, formats: readonly DeclaredFormat[]): WhyRun {
  const known = new Map<string, Explained>();
  const groups = new Map<string, Growing>();
  let unread = 0;
  let lines = 0;
  const explain = (line: ReadLine): Explained => {
    const key = JSON.stringify([
      { ...line.entry, duration: undefined },
      formats.findIndex(({ listeners }) => listeners === line.listeners),
    ]);
    const found = known.get(key) ?? explainLine(line, setting);
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(key, found);
    return found;
  };
  return {
    add(text) {
      if (text.trim() === '') return undefined;
      lines++;
      const line = readLine(text, formats);
      if (line === undefined) {
        unread++;
        return undefined;
      }
      const explained = explain(line);
      const { flags, details, status } = line.entry;
      const { cause, consistent, isFine, place } = explained;
      const own = JSON.stringify([
        flags,
        isFine ? null : details,
        status,
        cause,
        consistent,
        place?.file,
        place?.pointer,
      ]);
      const key = groups.has(own) || groups.size < MAX_GROUPS ? own : '';
      const group = groups.get(key) ?? {
        line,
        explained: key === '' ? { ...explained, ...TOO_MANY } : explained,
        subjects: new Set<string>(),
        count: 0,
      };
      group.count++;
      if (explained.subject !== undefined && group.subjects.size < MAX_SUBJECTS)
        group.subjects.add(explained.subject);
      groups.set(key, group);
      return explained;
    },
    skip() {
      lines++;
      unread++;
    },
    result: () => ({ groups: [...groups.values()].sort(byWeight).map(groupOf), unread, lines }),
  };
}

const TOO_MANY = {
  cause: `one of more than ${MAX_GROUPS} causes, which are not told apart any more`,
  remedy: 'look at a part of the log',
  place: undefined,
  isFine: false,
};

function byWeight(one: Growing, other: Growing): number {
  return Number(one.explained.isFine) - Number(other.explained.isFine) || other.count - one.count;
}

function groupOf({ line: { entry }, explained, subjects, count }: Growing): WhyGroup {
  const { request, cause, field, place, remedy, consistent, isFine } = explained;
  return {
    count,
    flags: entry.flags,
    details: entry.details ?? null,
    status: entry.status ?? null,
    request,
    cause: withSubjects(cause, subjects),
    field: field ?? null,
    place,
    remedy,
    consistent,
    isFine,
  };
}

function withSubjects(cause: string, subjects: ReadonlySet<string>): string {
  const [first] = subjects;
  const at = cause.indexOf(SUBJECT);
  if (first === undefined || at === -1) return cause;
  const more = subjects.size === 1 ? '' : ` and ${counted(subjects.size - 1, 'more', 'more')}`;
  return `${cause.slice(0, at)}${first}${more}${cause.slice(at + SUBJECT.length)}`;
}
