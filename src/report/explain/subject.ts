/** What has a name to explain, and how names are compared. */

import type { ExplainedRule } from '../../analyze/index.ts';
import type { Migration } from '../../canonical/migration/migration.ts';
import type { DiffRule } from '../../diff/judgement/policy/topic.ts';
import type { CompiledField, CompiledMessage } from '../../schema/compiled.ts';
import { isGenerated, tableWithin } from '../../schema/index.ts';
import type { EnumSpec } from '../../schema/language.ts';
import { messageOfType } from '../../schema/version.ts';
import type { ResponseDetail, ResponseFlag } from '../../why/faults.ts';

/** Longer names mean nothing; the bound keeps searching for them short. */
export const LONGEST_NAME = 200;

export type Subject =
  | { readonly kind: 'rule'; readonly name: string; readonly rule: ExplainedRule }
  | { readonly kind: 'diff rule'; readonly name: string; readonly rule: DiffRule }
  | { readonly kind: 'migration'; readonly name: string; readonly migration: Migration }
  | { readonly kind: 'response flag'; readonly name: string; readonly flag: ResponseFlag }
  | { readonly kind: 'response code details'; readonly name: string; readonly detail: ResponseDetail }
  | { readonly kind: 'message'; readonly name: string }
  | { readonly kind: 'enum'; readonly name: string; readonly spec: EnumSpec }
  | {
      readonly kind: 'field';
      readonly name: string;
      readonly table: CompiledMessage;
      readonly field: CompiledField;
    }
  /** A field of version 3 that releases had and the newest has not. */
  | { readonly kind: 'gone field'; readonly name: string; readonly message: string; readonly field: string }
  | {
      readonly kind: 'enum value';
      readonly name: string;
      readonly enum: string;
      readonly spec: EnumSpec;
      readonly value: string;
    };

export function fieldSubject(table: CompiledMessage, field: CompiledField): Subject {
  return { kind: 'field', name: `${table.name}.${field.name}`, table, field };
}

/** The names a subject answers to: its own, and a field's other spellings. */
export function spellings(subject: Subject): readonly string[] {
  if (subject.kind === 'response flag') return [subject.flag.short, subject.flag.long];
  if (subject.kind !== 'field') return [subject.name];
  const { field, table } = subject;
  return [...new Set([field.name, field.camel, ...(field.spec.aliases ?? [])])].map(
    (name) => `${table.name}.${name}`,
  );
}

/** A name as it is compared when the exact one is not found: without case and underscores. */
export function folded(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}

/** The subject's name without its package: from the first part that begins with a capital. */
export function shortName(name: string): string {
  const parts = name.split('.');
  const first = parts.findIndex((part) => /^[A-Z]/.test(part));
  return first <= 0 ? name : parts.slice(first).join('.');
}

/**
 * A type URL, or the full name of a type in either version, reduced to what the tables call it, with what follows it;
 * the namespace and `api.v2.` may be left out.
 */
export function bareName(name: string): string {
  const full = name.trim().replace(/^.*\//, '');
  const start = full.search(/\.[A-Z]/);
  if (start === -1 || full.length > LONGEST_NAME || tableWithin(full) !== undefined) return full;
  const parts = full.slice(start + 1).split('.');
  const packages = [
    full.slice(0, start),
    full.slice(full.indexOf('.') + 1, start),
    `api.v2.${full.slice(0, start)}`,
  ];
  for (const held of packages)
    for (let end = parts.length; end > 0; end--) {
      const found = messageOfType(`${held}.${parts.slice(0, end).join('.')}`);
      // Of a type of version 2 that no table describes its extension tells more.
      if (found !== undefined && (found.version === 'v3' || !isGenerated(found.id)))
        return [found.id, ...parts.slice(end)].join('.');
    }
  return full.replace(/^[a-z][a-z0-9_]*\.api\.v2\./, '');
}
