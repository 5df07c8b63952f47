/** All rules of analysis, in the order in which they are listed and explained. A new rule is a file and a line here. */
import type { AnalysisRule } from '../rule.ts';
import { duplicateName } from './duplicate-name.ts';
import { ignoredField } from './ignored-field.ts';
import { invalidRegex } from './invalid-regex.ts';
import { shadowedRoute } from './shadowed-route.ts';
import { undefinedCluster } from './undefined-cluster.ts';
import { unreachableCluster } from './unreachable-cluster.ts';
import { weightSum } from './weight-sum.ts';

export const analysisRules: readonly AnalysisRule[] = [
  shadowedRoute,
  unreachableCluster,
  undefinedCluster,
  duplicateName,
  invalidRegex,
  weightSum,
  ignoredField,
];
