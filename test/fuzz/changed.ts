import type { FieldPath } from "./operations.ts";

/** A copy with another value there; what is missing on the way is made. */
export function changed(value: unknown, [step, ...rest]: FieldPath, leaf: unknown): unknown {
  if (step === undefined) return leaf;
  if (typeof step === "number") {
    const list: unknown[] = Array.isArray(value) ? value : [];
    return list.toSpliced(step, 1, changed(list[step], rest, leaf));
  }
  const object = Object(value) as Record<string, unknown>;
  return { ...object, [step]: changed(object[step], rest, leaf) };
}
