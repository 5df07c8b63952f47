/**
 * The rules that can find errors: what the proxy refuses. Who asks for nothing else runs no other rule, and loads none
 * of those that search all requests. A test holds them against the levels that rules give.
 */
import type { AnalysisRule } from '../rule.ts';
import * as amounts from './amounts.ts';
import * as clusterHosts from './cluster-hosts.ts';
import * as conditions from './conditions.ts';
import * as domains from './domains.ts';
import * as fields from './fields.ts';
import * as filters from './filters.ts';
import * as headers from './headers.ts';
import * as invalidValue from './invalid-value.ts';
import * as listeners from './listeners.ts';
import * as loadBalancing from './load-balancing.ts';
import * as misplacedField from './misplaced-field.ts';
import * as names from './names.ts';
import * as protocols from './protocols.ts';
import * as references from './references.ts';
import * as subsets from './subsets.ts';
import * as transportSockets from './transport-sockets.ts';
import * as typedStruct from './typed-struct.ts';
import * as weightsAndPriorities from './weights-and-priorities.ts';

const files: readonly { readonly [rule: string]: AnalysisRule }[] = [
  amounts,
  clusterHosts,
  conditions,
  domains,
  fields,
  filters,
  headers,
  invalidValue,
  listeners,
  loadBalancing,
  misplacedField,
  names,
  protocols,
  references,
  subsets,
  transportSockets,
  typedStruct,
  weightsAndPriorities,
];

export const refusingRules: readonly AnalysisRule[] = files
  .flatMap((file) => Object.values(file))
  .filter(({ refuses }) => refuses);
