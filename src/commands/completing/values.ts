/** The values that could stand at the cursor. Rules, migrations and tables are loaded when they are wanted. */
import type { DescribedFlag } from '../described.ts';
import { type Candidate, type Candidates, FILES } from './candidate.ts';
import type { Cursor, ValueKind, Wanted } from './wanted.ts';

type Value = Extract<Wanted, { readonly kind: 'value' }>;

/** @param current the word at the cursor, as far as it goes */
export async function valuesAt(value: Value, { given }: Cursor, current: string): Promise<Candidates> {
  const { lead, options, of } = value;
  const typed = current.slice(lead.length);
  if (options.length > 0)
    return words(
      lead,
      options.map((option) => ({ value: option, about: '' })),
    );
  if (of === 'files') return FILES;
  if (of === 'rule levels') return await ruleLevels(lead, typed);
  if (of === 'migrations') return await migrationList(lead, typed);
  const found = await namesOf(of, given, typed);
  return { ...words(lead, found), goesOn: of === 'urls' };
}

export function flagWords(flags: readonly DescribedFlag[]): Candidates {
  const all = flags.flatMap(({ name, negatable, description }): Candidate[] => [
    { value: `--${name}`, about: description },
    ...(negatable ? [{ value: `--no-${name}`, about: description }] : []),
  ]);
  return words('', [...all, { value: '--help', about: 'What the command takes.' }]);
}

export function words(lead: string, candidates: readonly Candidate[]): Candidates {
  const led = candidates.map(({ value, about }) => ({ value: `${lead}${value}`, about }));
  return { of: 'words', words: led, goesOn: false };
}

/** Rule ids, and behind `ID=` the levels. */
async function ruleLevels(lead: string, typed: string): Promise<Candidates> {
  const { explainedRules } = await import('../../analyze/index.ts');
  const at = typed.indexOf('=');
  if (at === -1) {
    const rules = explainedRules.map(({ id, purpose }) => ({ value: `${id}=`, about: purpose }));
    return { ...words(lead, rules), goesOn: true };
  }
  const { RULE_SETTINGS } = await import('../../settings/index.ts');
  const levels = RULE_SETTINGS.map((level) => ({ value: level, about: '' }));
  return words(`${lead}${typed.slice(0, at + 1)}`, levels);
}

/** Migration ids, several with commas between them. */
async function migrationList(lead: string, typed: string): Promise<Candidates> {
  const { migrations } = await import('../../../migrations/index.ts');
  const before = typed.slice(0, typed.lastIndexOf(',') + 1);
  const named = before.split(',');
  const left = migrations.filter(({ id }) => !named.includes(id));
  return words(
    `${lead}${before}`,
    left.map(({ id, title }) => ({ value: id, about: title })),
  );
}

async function namesOf(
  of: ValueKind,
  files: readonly string[],
  typed: string,
): Promise<readonly Candidate[]> {
  switch (of) {
    case 'messages': {
      const { namesToExplain } = await import('../../report/explain/find.ts');
      return namesToExplain('messages', typed);
    }
    case 'names': {
      const { namesToExplain } = await import('../../report/explain/find.ts');
      return namesToExplain('all', typed);
    }
    case 'methods':
      return ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT'].map((value) => ({
        value,
        about: '',
      }));
    case 'urls':
    case 'route configurations':
    case 'listeners':
    case 'clusters': {
      const names = await import('./names.ts');
      const routing = await names.routingIn(files);
      if (of === 'urls') return names.urls(routing, typed);
      if (of === 'clusters') return names.clusterNames(routing);
      return of === 'listeners' ? names.listenerNames(routing) : names.routeConfigurationNames(routing);
    }
    default:
      return [];
  }
}
