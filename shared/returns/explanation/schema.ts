import * as z from "zod";
import { IsoDate, PeriodKey } from "../../core/calendar/schema.ts";
import { SupplyEventResponse } from "../../ledger/events/schema.ts";
import { recountField } from "../../ledger/recount/recount-view.ts";
import { Accepted, RatesVersion } from "../../vat/reference-data/vat-rates.ts";
import { SchemeType } from "../../vat/seller/registration.ts";
import { ClassRate } from "../../vat/tax-classes/schema.ts";
import { Contribution } from "../drill-down/source-event.ts";
import { lockIdentity } from "../locks/schema.ts";
import { CorrectionRow, ReturnRow, State } from "../schema.ts";

const Place = z
  .strictObject({
    country: z.string().nullable().describe("Country of consumption, as the event has it"),
    rule: z.string().describe("Name of the rule that places the supply under its treatment"),
    articles: z.string().describe("Articles of that rule, of the VAT Directive unless named"),
    statement: z.string().describe("The rule as a sentence, in English"),
  })
  .meta({ id: "ExplainedPlace" });

const Rate = z
  .strictObject({
    vat_rate_bps: z.int().nullable().describe("Rate of the event, in basis points"),
    is_in_force: z
      .boolean()
      .nullable()
      .describe(
        "True if the rate is one of those in force in the country on the day of the supply; null where the rates are not known",
      ),
    tax_classes: z
      .array(
        z
          .strictObject({
            tax_class_id: z.string(),
            valid_from: z.iso.datetime().describe("First instant with the rate"),
            valid_to: z.iso.datetime().nullable().describe("First instant without the rate"),
            ...ClassRate.pick({ applies_to: true, rate_note: true }).shape,
            accepted: Accepted.nullable().describe(
              "Decision of an operator that the rate comes from; null for a rate that is built in",
            ),
          })
          .meta({ id: "ExplainedTaxClass" }),
      )
      .describe("Tax classes that have this rate there on that day"),
    rates_version: RatesVersion,
  })
  .meta({ id: "ExplainedRate" });

const OfReturn = z
  .strictObject({
    scheme_type: SchemeType,
    period_key: PeriodKey,
    registration_id: z.int().positive().describe("Id of the registration that makes the return"),
    member_state_identification: State,
    filing_due_date: IsoDate,
    row: ReturnRow.nullable().describe(
      "Row that the event is part of, as the return has it today; null for a correction",
    ),
    correction: CorrectionRow.nullable().describe(
      "Correction that the event is part of, as the return has it today; null for a row",
    ),
    contribution: Contribution.nullable().describe(
      "Contribution of the event to the return; null where the return leaves it out",
    ),
    lock: z
      .strictObject(lockIdentity)
      .meta({ id: "ExplainedLock" })
      .nullable()
      .describe("Lock of the return; null while it is open"),
    after_lock: z
      .boolean()
      .describe(
        "True if the event came, or was reclassified, after the lock of the return, or corrects a last return after the stated submission",
      ),
    declared_in: z
      .array(PeriodKey)
      .nullable()
      .describe(
        "Periods of the later returns that declare what has changed since the lock; null where nothing has to be declared",
      ),
  })
  .meta({ id: "ExplainedReturn" });

/** Response of GET /v1/supply-events/{event_id}/explanation. */
export const EventExplanation = z
  .strictObject({
    event: SupplyEventResponse.describe(
      "The event itself, as `GET /v1/supply-events/{event_id}` has it",
    ),
    place: Place.describe("Rule that decides where the supply is taxed"),
    rate: Rate.describe("Comparison of the rate with those in force there on the day of the sale"),
    return: OfReturn.nullable().describe(
      "Return of the period that counts the event; null where no registration makes one, and for an undone event",
    ),
    left_out_as: SupplyEventResponse.shape.exclusion_code.describe(
      "Exclusion code with which the return leaves the event out; null where it declares the event",
    ),
    sale: SupplyEventResponse.nullable().describe("Sale that the event corrects, if it is known"),
    corrected_by: z
      .array(SupplyEventResponse)
      .describe("Events that correct this one, at most a hundred"),
    ...recountField,
    has_more_corrections: z.boolean().describe("True if further events correct this one"),
  })
  .meta({ id: "EventExplanation" });
export type EventExplanation = z.output<typeof EventExplanation>;
