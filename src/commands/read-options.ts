/** The flags that say what the inputs are, before one is read. */
import { nearest } from '../model/near-miss.ts';
import { tableNamed } from '../model/table-names.ts';
import { tableNames } from '../schema/index.ts';
import { UsageError } from './usage-error.ts';

/** @throws UsageError where `--type` or `--namespace` names nothing that could be meant */
export function checkReadOptions({
  type,
  namespace,
}: {
  readonly type?: string | undefined;
  readonly namespace?: string | undefined;
}): void {
  if (namespace !== undefined && !/^[A-Za-z]\w*$/.test(namespace)) {
    throw new UsageError(`--namespace takes one word, such as envoy, not "${namespace}"`);
  }
  if (type === undefined) return;
  const names = tableNames();
  if (tableNamed(type, names) !== undefined) return;
  const near = nearest(type, names);
  const hint = near === undefined ? 'cfgtool explain lists the messages' : `did you mean ${near}?`;
  throw new UsageError(`--type names no message: "${type}"`, hint);
}
