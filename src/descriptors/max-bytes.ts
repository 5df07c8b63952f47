/** Bytes that a descriptor set may have, unpacked: all of the proxy's API has some two million. */
export const MAX_SET_BYTES = 32_000_000;
