/**
 * The language of the overlays: what people know of messages and enums that no descriptor says. Each fact about a field
 * stands once, under what it is about.
 */
import type { ApiVersion, DefaultSpec, FieldSpec } from '../language.ts';

/**
 * What replaces something deprecated, the migration that ends it where there is one, and the version that alone
 * deprecates it where the descriptors of both do.
 */
export type Replacement = readonly [use: string, migration?: string, alone?: ApiVersion];

export interface MessageWords {
  /** One line in our own words; a message without is one of which only descriptors tell. */
  readonly doc?: string;
  /** Where it is specified: the heading in `data-model.md`; absent for what is known from the full API alone. */
  readonly section?: string;
  /** Fields that make two list entries the same thing, outermost first; `header.key` reaches into a message. */
  readonly identity?: readonly string[];
  /** One line about each field, under its name in version 3. */
  readonly fields?: { readonly [field: string]: string };
  readonly defaults?: { readonly [field: string]: string | number | boolean | DefaultSpec };
  readonly deprecated?: { readonly [field: string]: Replacement };
  /** Lists whose order means nothing. */
  readonly sets?: readonly string[];
  /** Messages of which it is known that they mean something even when they are empty; `empty.ts` has the contrary. */
  readonly presence?: readonly string[];
  /** Key material, passwords and tokens that descriptors do not mark. */
  readonly secret?: readonly string[];
  /** Absent in the older form of the data model (Versioning, 4). */
  readonly newer?: readonly string[];
  /** Not in `data-model.md`. */
  readonly unmodelled?: readonly string[];
  readonly names?: { readonly [field: string]: NonNullable<FieldSpec['names']> };
  /** Names in version 2 that version 3 changed. */
  readonly was?: { readonly [field: string]: string };
  /** The rest: what the data model says otherwise than the descriptors, and fields that these do not have. */
  readonly facts?: { readonly [field: string]: Partial<FieldSpec> };
}

export interface EnumWords {
  readonly doc?: string;
  readonly section?: string;
  /** One line about each value. */
  readonly values?: { readonly [value: string]: string };
  readonly deprecated?: { readonly [value: string]: Replacement };
  readonly newer?: readonly string[];
  readonly unmodelled?: readonly string[];
}

/** One area's messages and enums by id, such as `Cluster.CommonLbConfig` or `core.Node`. */
export type MessageOverlay = { readonly [id: string]: MessageWords };
export type EnumOverlay = { readonly [id: string]: EnumWords };

export interface Overlay {
  readonly messages: MessageOverlay;
  readonly enums: EnumOverlay;
}
