import { EventId } from "../../vat/schemes/event-fields.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * The id of the event that a fault at `field` is of: of a supply event, of one of a list, or of what is
 * committed as one. Undefined where the body has none that could be an id: it is the id that a caller
 * finds the order by, and the place in the request alone finds nothing.
 */
export function eventIdAt(body: unknown, field: string): string | undefined {
  const item = itemAt(body, field);
  const given = fieldsOf(item)["event_id"] ?? fieldsOf(fieldsOf(item)["commit"])["event_id"];
  return EventId.safeParse(given).data;
}

function itemAt(body: unknown, field: string): unknown {
  const [list = "", index = ""] = field.split(".");
  const items = ["events", "items"].includes(list) ? fieldsOf(body)[list] : undefined;
  if (!Array.isArray(items)) return body;
  return /^\d+$/.test(index) ? items[Number(index)] : undefined;
}

const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null ? (value as Fields) : {};
