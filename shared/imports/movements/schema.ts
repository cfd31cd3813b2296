import * as z from "zod";
import { IsoDate, MonthKey } from "../../core/calendar/schema.ts";
import { cursorParam, Limit, pageOf } from "../../core/input/pagination.ts";
import { placeOfMovement } from "../../platform/table/imports.ts";
import { SourceId } from "../formats/settings.ts";
import { MOVEMENT_KINDS, type StoredMovement } from "./movement.ts";

const LIST = "movements";

const Place = z.string().regex(/^\d{4}-\d\d-\d\d#.{1,200}$/s);

const Country = z
  .string()
  .regex(/^[A-Z]{2}$/, "must be two capital letters such as DE")
  .describe("EL is Greece and XI Northern Ireland");

export const MovementQuery = z.strictObject({
  month: MonthKey,
  kind: z.enum(MOVEMENT_KINDS).optional().describe("Only movements of this kind"),
  origin: Country.optional(),
  destination: Country.optional(),
  source_id: SourceId.optional(),
  limit: Limit,
  cursor: cursorParam(LIST, Place),
});

export const MovementExportQuery = z.strictObject({ month: MonthKey });

const MovementView = z
  .strictObject({
    id: z.string().describe("Id of the movement, built from the report's own ids"),
    kind: z
      .enum(MOVEMENT_KINDS)
      .describe(
        "Kind of the movement: between warehouses, to a warehouse, or back from a customer",
      ),
    day: IsoDate.describe("Day on which the goods left, or else the movement was complete"),
    origin: z.string().nullable().describe("Country that the goods left; null if unknown"),
    destination: z.string().nullable().describe("Country that the goods reached; null if unknown"),
    sku: z.string().nullable().describe("The seller's own number of the article"),
    quantity: z.string().nullable().describe("Quantity in pieces; null if unknown"),
    reference: z.string().nullable().describe("The report's own id of the transport"),
    cost_minor: z.int().nullable().describe("Cost in minor units of `currency`; null if unknown"),
    currency: z.string().nullable().describe("Currency of the cost, ISO 4217; null without a cost"),
    source_id: z.string().describe("Source tag of the import"),
    import_id: z.string().describe("Id of the import with the movement"),
  })
  .meta({ id: "Movement" });

export const MovementList = z
  .strictObject({
    items: z.array(MovementView),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: "MovementList" });

/** Builds a page of `limit` movements from the next `limit` + 1. */
export const movementsPage = (found: readonly StoredMovement[], limit: number) =>
  pageOf(LIST, found, limit, { idOf: placeOfMovement, view });

const view = ({ recorded_at: _, ...movement }: StoredMovement): z.output<typeof MovementView> =>
  movement;
