/** Everything that has a name to explain. */
import { migrations } from '../../../migrations/index.ts';
import { explainedRules } from '../../analyze/index.ts';
import { diffRules } from '../../diff/judgement/policy/index.ts';
import { historyOf } from '../../schema/at-release.ts';
import { compiledMessage, hasField } from '../../schema/compiled.ts';
import { enumNames, enumSpec, tableNames } from '../../schema/index.ts';
import { fieldSubject, type Subject } from './subject.ts';
import { fieldsOf } from './versions.ts';

/** All subjects, in the order of rules, migrations, rules of the diff and tables. Built when first asked for. */
export function allSubjects(): readonly Subject[] {
  built ??= [
    ...ruleSubjects(),
    ...migrationSubjects(),
    ...diffRuleSubjects(),
    ...messageSubjects(),
    ...enumSubjects(),
  ];
  return built;
}
let built: readonly Subject[] | undefined;

function ruleSubjects(): readonly Subject[] {
  return explainedRules.map((rule) => ({ kind: 'rule', name: rule.id, rule }));
}

function migrationSubjects(): readonly Subject[] {
  return migrations.map((migration) => ({ kind: 'migration', name: migration.id, migration }));
}

function diffRuleSubjects(): readonly Subject[] {
  return diffRules().map((rule) => ({ kind: 'diff rule', name: rule.id, rule }));
}

function messageSubjects(): readonly Subject[] {
  return tableNames().flatMap((name): readonly Subject[] => [
    { kind: 'message', name },
    ...fieldsOf(name).map(([table, field]) => fieldSubject(table, field)),
    ...goneFields(name),
  ]);
}

/** What earlier releases had and no table tells of. */
function goneFields(message: string): readonly Subject[] {
  const { fields = {} } = historyOf(message);
  const known = (field: string): boolean =>
    (['v2', 'v3'] as const).some((version) => hasField(compiledMessage(message, version), field));
  return Object.entries(fields)
    .filter(([field, { until }]) => until !== undefined && !known(field))
    .map(([field]) => ({ kind: 'gone field', name: `${message}.${field}`, message, field }));
}

function enumSubjects(): readonly Subject[] {
  return enumNames().flatMap((name): readonly Subject[] => {
    const spec = enumSpec(name);
    if (!spec) return [];
    const values = Object.keys(spec.values).map(
      (value): Subject => ({ kind: 'enum value', name: `${name}.${value}`, enum: name, spec, value }),
    );
    return [{ kind: 'enum', name, spec }, ...values];
  });
}
