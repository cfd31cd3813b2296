import * as z from "zod";
import { IsoDate } from "../../core/calendar/schema.ts";

/** The kinds of movements of own goods, without a sale. */
export const MOVEMENT_KINDS = ["warehouse_transfer", "inbound", "customer_return"] as const;

/**
 * A movement of own goods from one country to another. Between Member States it is treated as a supply (Art. 17 VAT
 * Directive) and belongs to local returns; no scheme of this service has it.
 */
export const Movement = z.object({
  id: z.string(),
  kind: z.enum(MOVEMENT_KINDS),
  /** The day on which the goods left, or the day on which the movement was complete. */
  day: IsoDate,
  /** Null if the report does not say it. */
  origin: z.string().nullable(),
  destination: z.string().nullable(),
  sku: z.string().nullable(),
  quantity: z.string().nullable(),
  /** The report's own id of the transport. */
  reference: z.string().nullable(),
  cost_minor: z.int().nullable(),
  currency: z.string().nullable(),
});
export type Movement = Readonly<z.output<typeof Movement>>;

/** A movement as stored. */
export const StoredMovement = Movement.extend({
  source_id: z.string(),
  import_id: z.string(),
  recorded_at: z.iso.datetime(),
});
export type StoredMovement = Readonly<z.output<typeof StoredMovement>>;

/** The fields by which a list of movements is narrowed. */
export type MovementFilter = {
  readonly [Field in "kind" | "origin" | "destination" | "source_id"]?:
    | StoredMovement[Field]
    | undefined;
};

export const isWanted = (movement: StoredMovement, filter: MovementFilter): boolean =>
  (["kind", "origin", "destination", "source_id"] as const).every(
    (field) => filter[field] === undefined || filter[field] === movement[field],
  );
