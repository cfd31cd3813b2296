import type { Fault } from "../../core/errors/errors.ts";
import type { CalculationItem } from "./batch-schema.ts";
import { calculationFaults } from "./request-rules.ts";

const MOST_LINES = 2_000;

/** What a body of POST /v1/vat/calculate needs, or must not have, together, in either of its forms. */
export function bodyFaults(body: unknown): Fault[] {
  const items = itemsIn(body);
  if (!items) return calculationFaults(body);
  return items.flatMap((item, index) => faultsAt(index, calculationFaults(item)));
}

/** Faults of an item, as fields of the body. */
export const faultsAt = (index: number, faults: readonly Fault[], within = ""): Fault[] =>
  faults.map((fault) => ({ ...fault, field: `items.${index}.${within}${fault.field}` }));

const itemsIn = (body: unknown): readonly unknown[] | undefined => {
  const items = (body as { items?: unknown } | null | undefined)?.items;
  return Array.isArray(items) ? items : undefined;
};

/** What makes items of one batch too many, or the same. */
export function batchFaults(items: readonly CalculationItem[]): Fault[] {
  const lines = items.reduce((sum, item) => sum + (item.lines?.length ?? 1), 0);
  const first = new Map<string, number>();
  const twins = items.flatMap(({ commit }, index): Fault[] => {
    const id = commit?.event_id;
    if (id === undefined) return [];
    const earlier = first.get(id);
    if (earlier === undefined) first.set(id, index);
    const message = `is that of items.${earlier}`;
    return earlier === undefined
      ? []
      : faultsAt(index, [{ field: "event_id", message }], "commit.");
  });
  const many = { field: "items", message: `must have at most ${MOST_LINES} lines together` };
  return [...(lines > MOST_LINES ? [many] : []), ...twins];
}
