import { versionOf } from '../../model/bound.ts';
import { eachChild, type Frame, fieldsOn } from '../../model/walk.ts';
import { type Paths, pathsTo } from '../../schema/reach.ts';
import { compareReleases, releaseShown } from '../../schema/release.ts';
import { counted } from '../../source/counted.ts';
import type { Document, Draft, Location } from '../finding.ts';
import type { AnalysisRule } from '../rule.ts';
import type { Subject } from '../subject.ts';
import type { Place, ReleaseChange } from '../upgrade/change.ts';
import { releaseChanges } from '../upgrade/index.ts';
import { REMOVED_GUARD, releaseWithout } from '../upgrade/runtime.ts';

/** More places than these are only counted. */
const MAX_RELATED = 5;

export const releaseChange: AnalysisRule = {
  id: 'release-change',
  level: 'info',
  asked: true,
  purpose: 'A default or a behaviour that is another one in newer releases of the proxy.',
  why: 'Who moves to a newer release finds that the same text does something else: clients with old TLS versions are turned away, addresses are no longer internal, hosts are ejected otherwise. Release notes tell of all such changes; this rule tells of those that the configuration meets.',
  remedy:
    'Look whether the new behaviour is what you want, and keep the old one where it is not, as the remark says.',
  source: 'release notes of the proxy, 1.13 to 1.38',
  bad: {
    type: 'route.RedirectAction',
    yaml: 'path_redirect: /new\n',
  },
  good: {
    type: 'route.RedirectAction',
    yaml: 'path_redirect: /new\nstrip_query: true\n',
  },
  table: {
    title: 'The changes',
    columns: ['release', 'met by', 'what is different', 'to keep the old behaviour'],
    rows: releaseChanges.map(({ id, release, who, what, keep }) => [
      id === REMOVED_GUARD ? 'as removed' : releaseShown(release),
      who,
      what,
      keep ?? 'not possible',
    ]),
  },
  subject: (subject, report) => {
    for (const draft of changesMet(subject)) report(draft);
  },
};

/** From which release to which; from the oldest, or to the newest, where one is absent. */
export interface Upgrade {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The same rule about what came after a release, and not after another one. */
export function releaseChangeWithin(upgrade: Upgrade): AnalysisRule {
  return {
    ...releaseChange,
    subject: (subject, report) => {
      for (const draft of changesMet(subject, upgrade)) report(draft);
    },
  };
}

/** Whether a change comes on the way. A release that is named without its patch has what its patches have. */
function isWithin(release: string, { from, to }: Upgrade): boolean {
  if (from !== undefined && compareReleases(release, from) <= 0) return false;
  if (to === undefined) return true;
  const isPatched = to.split('.').length > 2;
  return compareReleases(isPatched ? release : release.split('.').slice(0, 2).join('.'), to) <= 0;
}

/** One change, or one thing that it is told about, and where it is met. */
interface Met {
  readonly change: ReleaseChange;
  readonly about: string | undefined;
  readonly release: string;
  readonly namespace: string;
  readonly places: Location[];
}

/** One remark for each change that a configuration meets, at the first place. */
function changesMet(subject: Subject, upgrade: Upgrade = {}): readonly Draft[] {
  const met = new Map<string, Met>();
  for (const document of subject.documents) {
    const { name } = document.configuration.file;
    const { namespace } = document.configuration;
    lookAtDocument(subject, document, (change, about, spot) => {
      const release = (about && releaseWithout(about, namespace)) ?? change.release;
      if (!isWithin(release, upgrade)) return;
      const key = JSON.stringify([name, change.id, about]);
      const known = met.get(key);
      if (known !== undefined) known.places.push(spot);
      else met.set(key, { change, about, release, namespace, places: [spot] });
    });
  }
  return [...met.values()].flatMap(draftOf);
}

function draftOf({ change, about, release: since, namespace, places }: Met): readonly Draft[] {
  const [at, ...others] = places;
  if (at === undefined) return [];
  const release = releaseShown(since);
  const spoken = (text: string): string => text.replaceAll('WORD', namespace);
  const what = about === undefined ? spoken(change.what) : `${about}: ${spoken(change.what)}`;
  const keep = change.keep && spoken(change.keep);
  const more = others.length === 0 ? '' : ` (here and in ${counted(others.length, 'more place')})`;
  return [
    {
      message: `since ${release}, ${what}; ${keep === undefined ? 'this cannot be switched back' : `to keep the old behaviour, ${keep}`}${more}`,
      at,
      identity: about === undefined ? change.id : `${change.id} ${about}`,
      data: { change: change.id, release, ...(keep === undefined ? {} : { keep }), places: places.length },
      related: others.slice(0, MAX_RELATED).map((spot) => ({ message: 'here too', at: spot })),
    },
  ];
}

type Report = (change: ReleaseChange, about: string | undefined, spot: Location) => void;

interface Looking {
  readonly change: ReleaseChange;
  readonly see: ReleaseChange['looks'][number]['see'];
}

let table: { readonly byType: ReadonlyMap<string, readonly Looking[]>; readonly paths: Paths } | undefined;

/** Every look by the table of the messages that it looks at, and the ways to them. */
function looksByType(): NonNullable<typeof table> {
  if (table !== undefined) return table;
  const byType = new Map<string, Looking[]>();
  for (const change of releaseChanges)
    for (const { type, see } of change.looks) {
      const known = byType.get(type);
      if (known === undefined) byType.set(type, [{ change, see }]);
      else known.push({ change, see });
    }
  table = { byType, paths: pathsTo(new Set(byType.keys())) };
  return table;
}

function lookAtDocument(subject: Subject, document: Document, report: Report): void {
  const { byType, paths } = looksByType();
  const { namespace } = document.configuration;
  const walk = (frame: Frame): void => {
    for (const { change, see } of byType.get(frame.type) ?? []) {
      if (change.version !== undefined && change.version !== versionOf(frame.message)) continue;
      const meets = (place: Place = {}): void => report(change, place.about, spotOf(document, frame, place));
      see(frame.message, { frame, namespace, meets });
    }
    eachChild(frame, namespace, walk, fieldsOn(paths, frame));
  };
  for (const frame of subject.frames(document)) walk(frame);
}

function spotOf(document: Document, frame: Frame, { frame: inner = frame, field, index }: Place): Location {
  return {
    document,
    message: inner.message,
    type: inner.type,
    ...(field === undefined ? {} : { field }),
    ...(index === undefined ? {} : { index }),
  };
}
