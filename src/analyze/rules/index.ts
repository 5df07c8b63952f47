/** All rules of analysis, in the order in which they are listed and explained. A new rule is a file and a line here. */
import type { AnalysisRule } from '../rule.ts';
import { duplicateName } from './duplicate-name.ts';
import { ignoredField } from './ignored-field.ts';
import { shadowedRoute } from './shadowed-route.ts';

export const analysisRules: readonly AnalysisRule[] = [shadowedRoute, duplicateName, ignoredField];
