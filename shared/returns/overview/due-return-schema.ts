import * as z from "zod";
import { IsoDate as Day, PeriodKey } from "../../core/calendar/schema.ts";
import { KnownCurrency } from "../../core/input/fields.ts";
import { SchemeType } from "../../vat/seller/registration.ts";
import { questionFields } from "../compute/open-questions.ts";
import { FILING_STATUSES } from "../compute/status.ts";
import { submissionField } from "../compute/submission.ts";
import { PaymentView } from "../payment/schema.ts";
import { CheckCount, Count, Minor, State } from "../schema.ts";
import { MissingRates } from "./missing-rates.ts";

export const DueReturn = z
  .strictObject({
    scheme_type: SchemeType,
    period_key: PeriodKey,
    registration_id: z.int(),
    member_state_identification: State,
    filing_due_date: Day,
    state: z
      .enum(["running", "open", "locked", "filed", "filed_elsewhere"])
      .describe(
        "State of the return; `running`: its period has not ended; `filed_elsewhere`: an opening is recorded",
      ),
    overdue: z
      .boolean()
      .describe(
        "True if the due day is over, and neither a filing nor a day of submission is recorded here; the return may have been submitted all the same",
      ),
    submitted_on: Day.nullable().describe(
      "Day of submission that the lock states; null where none is stated",
    ),
    ...submissionField,
    filing_status: z
      .enum(FILING_STATUSES)
      .nullable()
      .describe("Readiness for filing; null unless the return is open and recent"),
    return_currency: KnownCurrency.nullable(),
    payable_vat_minor: Minor.nullable().describe(
      "VAT payable in minor units, as locked or else as computed now; null if the return was filed elsewhere, or is open and not recent",
    ),
    payable_vat_since_lock_minor: Minor.nullable().describe(
      "Today's payable VAT less the locked one; null unless it is locked, recent, and can be compared with today's",
    ),
    waiting_event_count: Count.nullable().describe(
      "Events that wait for a decision and are in no return; null where it is open and not recent",
    ),
    open_question_count: questionFields.open_question_count
      .nullable()
      .describe(
        "Number of events, rows, orders and figures that are open, or were when the return was locked; null where it is open and not recent",
      ),
    open_questions: questionFields.open_questions
      .nullable()
      .describe(
        "Open questions of the return, or of its lock, without the amounts of events that wait for a decision; null where it is open and not recent, or where an earlier version locked it",
      ),
    checks: z
      .array(CheckCount)
      .nullable()
      .describe(
        "Findings on the events of the period as they stand, which exclude nothing; null where the period is not recent or its return was filed elsewhere",
      ),
    missing_rates: z
      .array(MissingRates)
      .describe("Days whose ECB rates are missing; empty unless the return is open and recent"),
    payment_status: PaymentView.shape.status
      .nullable()
      .describe(
        "Status of the payments of a locked return against the amount due; null for others",
      ),
    outstanding_minor: Minor.nullable().describe(
      "Amount still to pay of a locked return, in minor units; null for others",
    ),
    exclusion_warning: PaymentView.shape.exclusion_warning,
  })
  .meta({ id: "DueReturn" });
export type DueReturn = z.output<typeof DueReturn>;
