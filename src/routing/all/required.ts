/**
 * Routes found by a plain text that every path of theirs holds somewhere: all of the texts are looked for in one walk
 * along the path (Aho and Corasick), however many they are.
 */

/** Longer texts are cut, so that the tables stay in proportion to the number of routes. */
const MAX_LENGTH = 24;

export interface RequiredTexts {
  /** Adds the numbers whose text stands in this one, each once. */
  readonly gather: (text: string, found: number[]) => void;
}

export function indexRequired(
  entries: readonly { readonly route: number; readonly required: string }[],
): RequiredTexts {
  /** By state and code unit; state 0 is the start. */
  const next = new Map<number, number>();
  const routesAt: (number[] | undefined)[] = [undefined];
  const steps: { readonly from: number; readonly code: number; readonly to: number }[] = [];
  for (const { route, required } of entries) {
    let state = 0;
    const length = Math.min(required.length, MAX_LENGTH);
    for (let i = 0; i < length; i++) {
      const code = required.charCodeAt(i);
      let to = next.get(state * 65_536 + code);
      if (to === undefined) {
        to = routesAt.length;
        routesAt.push(undefined);
        next.set(state * 65_536 + code, to);
        steps.push({ from: state, code, to });
      }
      state = to;
    }
    const here = routesAt[state] ?? [];
    routesAt[state] = here;
    here.push(route);
  }
  /** The longest other text read so far that may still go on. */
  const fallback = new Int32Array(routesAt.length);
  /** The nearest state on the way back at which routes hang; 0 for none. */
  const hit = new Int32Array(routesAt.length);
  const walk = (from: number, code: number): number => {
    for (let state = from; ; state = fallback[state] ?? 0) {
      const to = next.get(state * 65_536 + code);
      if (to !== undefined) return to;
      if (state === 0) return 0;
    }
  };
  // Shorter texts first: a fallback is always shorter.
  const depth = new Uint8Array(routesAt.length);
  for (const { from, to } of steps) depth[to] = (depth[from] ?? 0) + 1;
  for (const { from, code, to } of steps.sort((a, b) => (depth[a.to] ?? 0) - (depth[b.to] ?? 0))) {
    const back = from === 0 ? 0 : walk(fallback[from] ?? 0, code);
    fallback[to] = back;
    hit[to] = routesAt[back] === undefined ? (hit[back] ?? 0) : back;
  }
  return {
    gather: (text, found) => {
      const told = new Set<number>();
      let state = 0;
      for (let i = 0; i < text.length; i++) {
        state = walk(state, text.charCodeAt(i));
        for (let at = state; at !== 0 && !told.has(at); at = hit[at] ?? 0) {
          told.add(at);
          for (const route of routesAt[at] ?? []) found.push(route);
        }
      }
    },
  };
}
