import type { Fault } from "../../core/errors/errors.ts";
import { faultIf } from "../../core/errors/field-errors.ts";
import type { CalculationItem } from "./schema.ts";

type RequestFields = Readonly<Record<string, unknown>>;

/**
 * Checks which fields of a calculation are required or excluded together. Reads the unparsed body: only there a missing
 * field differs from an unreadable field, which already has its own fault.
 */
function calculationFaults(body: unknown): Fault[] {
  if (!isObject(body)) return [];
  const lines = body["lines"];
  const charges = Array.isArray(lines)
    ? lines.map((line: unknown, index) => ({ at: `lines.${index}.`, fields: line }))
    : [{ at: "", fields: body }];
  return [
    ...formFaults(body),
    ...charges.flatMap(({ at, fields }) =>
      isObject(fields) ? rateFaults(fields, at, has(body, "supply")) : [],
    ),
  ];
}

/** Checks that the body has one price, or lines with an optional shipping. */
function formFaults(body: RequestFields): Fault[] {
  if (!has(body, "lines")) {
    return [
      ...faultIf(!has(body, "gross_amount_minor"), "gross_amount_minor", "required, or give lines"),
      ...faultIf(has(body, "shipping_amount_minor"), "shipping_amount_minor", "only with lines"),
    ];
  }
  return ["tax_class_id", "vat_rate_bps", "gross_amount_minor"].flatMap((field) =>
    faultIf(has(body, field), field, "must not come with lines: each line has its own"),
  );
}

/** Checks the choice of rate. With a supply, a rate of the caller may come with a class; the response shows both. */
function rateFaults(fields: RequestFields, at: string, isPlaced: boolean): Fault[] {
  const isRated = has(fields, "vat_rate_bps");
  const isClassed = has(fields, "tax_class_id");
  return [
    ...faultIf(
      isRated && isClassed && !isPlaced,
      `${at}vat_rate_bps`,
      "must not come with tax_class_id",
    ),
    ...faultIf(!isRated && !isClassed, `${at}tax_class_id`, "required, or give vat_rate_bps"),
  ];
}

const has = (fields: RequestFields, name: string): boolean => fields[name] !== undefined;

const isObject = (value: unknown): value is RequestFields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const MOST_LINES = 2_000;

/** Checks the cross-field rules for the body of POST /v1/vat/calculate. */
export function bodyFaults(body: unknown): Fault[] {
  const items = itemsIn(body);
  if (!items) return calculationFaults(body);
  return items.flatMap((item, index) => faultsOfItem(index, calculationFaults(item)));
}

/** Returns the faults of an item with field names of the whole body. */
export const faultsOfItem = (index: number, faults: readonly Fault[], within = ""): Fault[] =>
  faults.map((fault) => ({ ...fault, field: `items.${index}.${within}${fault.field}` }));

const itemsIn = (body: unknown): readonly unknown[] | undefined => {
  const items = (body as { items?: unknown } | null | undefined)?.items;
  return Array.isArray(items) ? items : undefined;
};

/** Checks that a batch has not too many lines and that no two items commit under the same id. */
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
      : faultsOfItem(index, [{ field: "event_id", message }], "commit.");
  });
  const many = { field: "items", message: `must have at most ${MOST_LINES} lines together` };
  return [...(lines > MOST_LINES ? [many] : []), ...twins];
}
