/** Bounds of a table as keywords. Where a keyword cannot say it exactly, it forbids less, never more. */
import { isOutside } from '../../model/limits.ts';
import type { CompiledField } from '../../schema/compiled.ts';
import type { Limits } from '../../schema/language.ts';
import type { Schema } from './schema.ts';

/** Keywords for one value of a field: they stand beside the reference to its type. */
export function limitKeywords(field: CompiledField, limits: Omit<Limits, 'items'>): Schema {
  const { element } = field;
  if (limits.oneOf !== undefined) return { enum: allowed(limits.oneOf) };
  if (element.kind !== 'scalar' || isOutside(limits)) return {};
  if (element.scalar === 'string') return textKeywords(limits);
  if (element.scalar === 'bytes') return base64Keywords(limits);
  if (element.scalar === 'duration') return durationKeywords(limits);
  return {
    ...(typeof limits.gt === 'number' ? { exclusiveMinimum: limits.gt } : {}),
    ...(typeof limits.gte === 'number' ? { minimum: limits.gte } : {}),
    ...(typeof limits.lt === 'number' ? { exclusiveMaximum: limits.lt } : {}),
    ...(typeof limits.lte === 'number' ? { maximum: limits.lte } : {}),
  };
}

/** The values, and numbers and booleans as text too; null stands for absence. */
function allowed(values: readonly (string | number | boolean)[]): readonly unknown[] {
  const texts = values.filter((value) => typeof value !== 'string').map(String);
  return [...values, ...texts, null];
}

/** A character is one to four bytes. */
function textKeywords(limits: Limits): Schema {
  if (limits.unlessEmpty) return {};
  const least = limits.minChars ?? (limits.minBytes && Math.ceil(limits.minBytes / 4));
  const most = limits.maxChars ?? limits.maxBytes;
  const pattern = limits.pattern ?? (limits.text && '^[^\\u0000\\r\\n]*$');
  return {
    ...(least === undefined ? {} : { minLength: least }),
    ...(most === undefined ? {} : { maxLength: most }),
    ...(pattern === undefined ? {} : { pattern }),
  };
}

/** Three bytes are four characters; padding may be left out. */
function base64Keywords(limits: Limits): Schema {
  return {
    ...(limits.minBytes === undefined ? {} : { minLength: Math.ceil((limits.minBytes * 4) / 3) }),
    ...(limits.maxBytes === undefined ? {} : { maxLength: Math.ceil(limits.maxBytes / 3) * 4 }),
  };
}

/** Texts cannot be compared as times; only sign and zero can be seen in them. */
function durationKeywords(limits: Limits): Schema {
  if (limits.gt !== undefined) return { pattern: '^(?!-).*[1-9]' };
  if (limits.gte === '0s') return { pattern: '^(?!-)' };
  return limits.gte === undefined ? {} : { pattern: '^(?!-).*[1-9]' };
}
