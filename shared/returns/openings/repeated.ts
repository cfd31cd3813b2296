import type { Fault } from "../../core/errors/errors.ts";

/** One fault for each entry of a list that is named as an earlier one is. */
export function repeatedFaults(list: string, names: readonly object[]): Fault[] {
  const seen = new Map<string, number>();
  return names.flatMap((name, n) => {
    const text = JSON.stringify(Object.entries(name).sort());
    const first = seen.get(text) ?? n;
    seen.set(text, first);
    return first === n ? [] : [{ field: `${list}.${n}`, message: `the same as ${list}.${first}` }];
  });
}
