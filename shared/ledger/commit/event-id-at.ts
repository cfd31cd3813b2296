import type { EventId } from "../../core/ids.ts";
import { EventId as EventIdSchema } from "../../vat/schemes/event-fields.ts";

type EventFieldsGiven = Readonly<Record<string, unknown>>;

/**
 * Returns the id of the event that a fault at `field` belongs to: a supply event, one of a list, or an item to be
 * committed as one. Returns undefined if the body has no valid id there. Callers find an order by its id, not by its
 * position in the request.
 */
export function eventIdAt(body: unknown, field: string): EventId | undefined {
  const item = itemAt(body, field);
  const given = fieldsOf(item)["event_id"] ?? fieldsOf(fieldsOf(item)["commit"])["event_id"];
  return EventIdSchema.safeParse(given).data;
}

function itemAt(body: unknown, field: string): unknown {
  const [list = "", index = ""] = field.split(".");
  const items = ["events", "items"].includes(list) ? fieldsOf(body)[list] : undefined;
  if (!Array.isArray(items)) return body;
  return index === "" ? undefined : items[Number(index)];
}

const fieldsOf = (value: unknown): EventFieldsGiven =>
  typeof value === "object" && value !== null ? (value as EventFieldsGiven) : {};
