/** What one input may cost. Each limit has its message, so that nobody meets it as a hang or a crash. */

/** Levels of maps and lists; real configurations stay below 60. */
export const MAX_DEPTH = 200;

/** Values a document may hold once its aliases are written out, beyond those that are really there. */
export const MAX_ALIAS_VALUES = 1_000_000;

/** Bytes of one input; offsets are 32-bit, and V8's longest string is near 512 MB. */
export const MAX_BYTES = 500_000_000;

/** Bytes that a descriptor set may have, unpacked: all of the proxy's API has some two million. */
export const MAX_SET_BYTES = 32_000_000;
