/** Resources as a management server sends them, bytes of messages, as the JSON that configurations are written in. */
import {
  create,
  createFileRegistry,
  createRegistry,
  type DescMessage,
  fromBinary,
  fromJson,
  isMessage,
  type JsonValue,
  type Registry,
  toBinary,
  toJson,
} from '@bufbuild/protobuf';
import {
  type Any,
  AnySchema,
  BytesValueSchema,
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt';

/** Messages inside each other deeper than this are not looked into. */
const MAX_DEPTH = 100;
/** Types that the descriptors do not have. */
const MAX_UNKNOWN = 200;

/** @param set a descriptor set, unpacked */
export function registryOf(set: Uint8Array): Registry {
  return createFileRegistry(fromBinary(FileDescriptorSetSchema, set));
}

/** The message of a name. @throws Error where the descriptors lack it */
export function schemaOf(registry: Registry, name: string): DescMessage {
  const schema = registry.getMessage(name);
  if (schema === undefined) throw new Error(`the descriptors have no ${name}`);
  return schema;
}

export function nameOfType(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}

/** Reads resources; what a message of an unknown type holds stands as base64 under `value`, so that nothing is lost. */
export function startReading(registry: Registry): (resource: Any) => JsonValue {
  let known = registry;
  const unknown = new Set<string>();

  const learn = (name: string): void => {
    if (unknown.size === MAX_UNKNOWN) throw new Error(`it has more than ${MAX_UNKNOWN} unknown types`);
    unknown.add(name);
    const at = name.lastIndexOf('.');
    const value = {
      name: 'value',
      jsonName: 'value',
      number: 1,
      label: 'LABEL_OPTIONAL',
      type: 'TYPE_BYTES',
    };
    const file = fromJson(FileDescriptorProtoSchema, {
      name: `unknown/${unknown.size}.proto`,
      package: name.slice(0, Math.max(at, 0)),
      syntax: 'proto3',
      messageType: [{ name: name.slice(at + 1), field: [value] }],
    });
    known = createRegistry(
      known,
      createFileRegistry(file, () => undefined),
    );
  };

  const settle = (any: Any, depth: number): void => {
    const name = nameOfType(any.typeUrl);
    if (name === '') {
      any.value = new Uint8Array();
      return;
    }
    if (!unknown.has(name) && known.getMessage(name) === undefined) learn(name);
    const schema = schemaOf(known, name);
    if (unknown.has(name)) {
      any.value = toBinary(BytesValueSchema, create(BytesValueSchema, { value: any.value }));
      return;
    }
    const message = fromBinary(schema, any.value);
    if (settleWithin(message, depth + 1)) any.value = toBinary(schema, message);
  };

  /** Whether anything in it was an Any. */
  const settleWithin = (value: unknown, depth: number): boolean => {
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return false;
    if (depth > MAX_DEPTH) throw new Error(`it has messages inside each other deeper than ${MAX_DEPTH}`);
    if (isMessage(value, AnySchema) && value.value instanceof Uint8Array) {
      settle(value, depth);
      return true;
    }
    let isTouched = false;
    for (const inner of Object.values(value)) isTouched = settleWithin(inner, depth + 1) || isTouched;
    return isTouched;
  };

  return (resource) => {
    const own = create(AnySchema, { typeUrl: resource.typeUrl, value: resource.value });
    settle(own, 0);
    return toJson(AnySchema, own, { registry: known, useProtoFieldName: true });
  };
}
