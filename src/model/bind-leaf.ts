/** Binds values that hold no messages: scalars, enum values, free-form data. Undefined is what cannot be read. */
import { type CompiledField, type Element, elementOf } from '../schema/compiled.ts';
import type { ApiVersion } from '../schema/version.ts';
import type { Data } from '../source/data.ts';
import {
  isNull,
  kindOf,
  type NodeId,
  NodeKind,
  resolve,
  type SourceTree,
  untypedValue,
} from '../source/tree.ts';
import type { BindReport } from './bind-report.ts';
import { bindEnum, bindScalar } from './bind-scalar.ts';
import type { NodeProblem } from './problem.ts';
import type { Unreadable } from './values.ts';

type ElementOf<K extends Element['kind']> = Element & { readonly kind: K };

export function scalarValue(
  tree: SourceTree,
  report: BindReport,
  field: CompiledField,
  element: ElementOf<'scalar'>,
  node: NodeId,
): unknown {
  const result = bindScalar(tree, node, element.scalar, field.wrapper);
  if ('problem' in result) {
    const rule = result.range ? 'out-of-range' : 'wrong-type';
    report.add(
      rule,
      'error',
      `${field.name}${report.shown(node)} ${result.problem}`,
      node,
      undefined,
      meantBy(result),
    );
    return undefined;
  }
  if (result.loose)
    report.add('loose-spelling', 'info', `${field.name}: ${result.loose}`, node, undefined, {
      plain: { value: result.value },
    });
  return result.value;
}

export function enumValue(
  tree: SourceTree,
  report: BindReport,
  field: CompiledField,
  element: ElementOf<'enum'>,
  node: NodeId,
  version: ApiVersion,
  isChecked: boolean,
): unknown {
  const result = bindEnum(tree, node, element);
  if ('problem' in result) {
    if (version === 'v3' && isOlderValue(tree, report, field, element, node)) return undefined;
    const rule = isContainer(tree, node) ? 'wrong-type' : 'unknown-enum-value';
    const isTaken = version === 'v3' && result.isNumber === true && !(isChecked && isDefinedOnly(field));
    report.add(
      rule,
      isTaken ? 'warning' : 'error',
      `${field.name}${report.shown(node)} ${result.problem}${isTaken ? '; the proxy takes it, and nothing says what it then does' : ''}`,
      node,
      undefined,
      meantBy(result),
    );
    return undefined;
  }
  if (result.loose)
    report.add('loose-spelling', 'info', `${field.name}: ${result.loose}`, node, undefined, {
      plain: { value: result.value },
    });
  const value = String(result.value);
  const deprecated = element.spec.values[value]?.deprecated;
  if (deprecated) report.deprecatedValue(field, value, deprecated, node);
  return result.value;
}

/** Fields of which the code of the proxy refuses numbers without a name, and the API does not. */
const NAMED_ONLY: ReadonlySet<string> = new Set(['compliance_policies']);

/** Whether numbers that the enum of a field does not name are refused. */
function isDefinedOnly({ name, shape, spec: { limits } }: CompiledField): boolean {
  if (NAMED_ONLY.has(name)) return true;
  return (shape === 'list' ? limits?.items : shape === 'map' ? limits?.values : limits)?.definedOnly === true;
}

/** Whether an enum has a value in version 2 only, which is reported. */
function isOlderValue(
  tree: SourceTree,
  report: BindReport,
  field: CompiledField,
  { name }: ElementOf<'enum'>,
  node: NodeId,
): boolean {
  const older = elementOf(name, 'v2');
  if (older.kind !== 'enum') return false;
  const result = bindEnum(tree, node, older);
  if ('problem' in result) return false;
  const value = String(result.value);
  report.refusedValue(field, value, older.spec.values[value]?.deprecated, node);
  return true;
}

export function structValue(
  tree: SourceTree,
  report: BindReport,
  field: CompiledField,
  node: NodeId,
): Data | undefined {
  const target = resolve(tree, node);
  if (kindOf(tree, target) === NodeKind.Map) {
    report.repeated.free.add(target);
    return untypedValue(tree, node);
  }
  if (isNull(tree, target)) return {};
  report.add('wrong-type', 'error', `${oneOf(field)} should be a map`, node);
  return undefined;
}

function meantBy({ meant }: Unreadable): Pick<NodeProblem, 'plain'> {
  return meant === undefined ? {} : { plain: { value: meant } };
}

/** The field, or one entry where it has several. */
export function oneOf(field: CompiledField): string {
  return field.shape === 'one' ? field.name : `an entry of ${field.name}`;
}

function isContainer(tree: SourceTree, node: NodeId): boolean {
  const kind = kindOf(tree, resolve(tree, node));
  return kind === NodeKind.Map || kind === NodeKind.List;
}
