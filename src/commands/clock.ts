/** Milliseconds since some moment. `performance`, which would tell as well, takes node a millisecond or two to load. */
export function milliseconds(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
