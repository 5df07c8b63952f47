/**
 * TypeScript types of bound messages, derived from the tables: `Message<'Cluster'>` has the fields of the table
 * `Cluster`, each in canonical form. Nothing about a field is written twice.
 */
import type { Data } from '../source/data.ts';
import type { enums, messages } from './index.ts';

type Messages = typeof messages;
type Enums = typeof enums;

export type MessageName = keyof Messages & string;
export type EnumName = keyof Enums & string;

/** An Any: its `@type` as the tables name it (or as written where unknown), and the fields beside it. */
export interface AnyMessage {
  readonly '@type': string;
  readonly [field: string]: unknown;
}

type Scalars = {
  string: string;
  bool: boolean;
  uint32: number;
  int32: number;
  /** A number while it is exact, else its decimal digits. */
  uint64: number | string;
  int64: number | string;
  double: number;
  /** Standard base64 with padding. */
  bytes: string;
  BoolValue: boolean;
  UInt32Value: number;
  UInt64Value: number | string;
  DoubleValue: number;
  StringValue: string;
  BytesValue: string;
  Value: Data;
  /** `1.5s`: seconds in shortest form, up to nine decimals. */
  Duration: string;
  Timestamp: string;
  Struct: { readonly [key: string]: Data };
  Any: AnyMessage;
  Empty: { readonly [key: string]: never };
};

type Single<T extends string> = T extends keyof Scalars
  ? Scalars[T]
  : T extends MessageName
    ? Message<T>
    : T extends EnumName
      ? (keyof Enums[T]['values'] & string) | number
      : Data;

export type ValueOf<T extends string> = T extends `repeated ${infer E}`
  ? readonly Single<E>[]
  : T extends `map<string, ${infer E}>`
    ? { readonly [key: string]: Single<E> }
    : Single<T>;

type Fields<N extends MessageName> = Messages[N]['fields'];
type TypeOf<F> = F extends { readonly type: infer T extends string } ? ValueOf<T> : never;
type NameInVersion2<F> = F extends {
  readonly in: { readonly v2: { readonly name: infer Name extends string } };
}
  ? Name
  : never;

/** A bound message of the named table, by the fields' names in either version. Fields that are not set are absent. */
export type Message<N extends MessageName> = {
  readonly [F in keyof Fields<N>]?: TypeOf<Fields<N>[F]>;
} & {
  readonly [F in keyof Fields<N> as NameInVersion2<Fields<N>[F]>]?: TypeOf<Fields<N>[F]>;
};
