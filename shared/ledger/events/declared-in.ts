import * as z from "zod";
import { PeriodKey } from "../../core/calendar/schema.ts";
import type { LedgerId } from "../../core/ids.ts";
import { WARNING_CODES } from "../../vat/schemes/warnings.ts";
import { type Registration, SchemeType } from "../../vat/seller/registration.ts";
import type { EventRecord } from "./event-record.ts";

/** Reasons for which a change of a declared return goes directly to the Member State of consumption. */
export const DIRECT_REASONS = [
  "after_three_years",
  "former_registration",
  "former_currency",
] as const;

export type DirectReason = (typeof DIRECT_REASONS)[number];

/** The fields that tell which return declares an event. Computed from registrations and marks, and stored nowhere. */
export const declaredFields = {
  declared_in: z
    .strictObject({
      scheme_type: SchemeType,
      period_key: PeriodKey,
      registration_id: z.int().positive().describe("Id of the registration that makes the return"),
      part: z
        .enum(["rows", "corrections"])
        .describe(
          "Part of the return that declares the event; `corrections`: as a correction of an earlier period",
        ),
    })
    .meta({ id: "DeclaringReturn" })
    .nullable()
    .describe(
      "Return that declares the event, as registrations and locks are now: a locked one, or the open one that takes it. Null where none does, for an undone event, and where the lock of an earlier version does not tell whether it came before",
    ),
  undeclared_reason: z
    .enum([...WARNING_CODES, ...DIRECT_REASONS])
    .nullable()
    .describe(
      "Reason why no return declares the event: an exclusion code, or the reason for which it goes directly to the Member State of consumption. Null where `declared_in` names a return. A missing exchange rate is found by the return alone",
    ),
};

export type Declared = z.output<z.ZodObject<typeof declaredFields>>;

export const NOT_DECLARED: Declared = { declared_in: null, undeclared_reason: null };

/** Finds the returns that declare events. Handlers give it, because returns come after the ledger. */
export type FindDeclared = (
  ledger: LedgerId,
  registrations: readonly Registration[],
  now: Date,
) => {
  /** Begins to read what these events will need. */
  readonly expect: (events: readonly EventRecord[]) => void;
  readonly of: (event: EventRecord) => Promise<Declared>;
};

/** Loads what tells where some events are declared. */
export type LoadDeclared = (
  events: readonly EventRecord[],
) => Promise<(event: EventRecord) => Declared>;
