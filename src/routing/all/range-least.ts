/** The least of the numbers in any range of a list, in constant time: a table of the least of every 2^n neighbours. */
export interface RangeLeast {
  /** Of the numbers at `from` up to, not including, `to`; Infinity where there are none. */
  readonly least: (from: number, to: number) => number;
}

export function rangeLeast(numbers: readonly number[]): RangeLeast {
  const rows: Float64Array[] = [Float64Array.from(numbers)];
  for (let width = 1; width * 2 <= numbers.length; width *= 2) {
    const narrow = rows.at(-1) ?? new Float64Array(0);
    const row = new Float64Array(numbers.length - width * 2 + 1);
    for (let at = 0; at < row.length; at++) row[at] = Math.min(narrow[at] ?? 0, narrow[at + width] ?? 0);
    rows.push(row);
  }
  return {
    least: (from, to) => {
      if (from >= to) return Number.POSITIVE_INFINITY;
      const row = 31 - Math.clz32(to - from);
      const numbersOf = rows[row] ?? new Float64Array(0);
      return Math.min(numbersOf[from] ?? 0, numbersOf[to - 2 ** row] ?? 0);
    },
  };
}
