import * as z from "zod";
import type { IsoDate } from "../../core/calendar/iso-date.ts";
import type { Period } from "../../core/calendar/period.ts";
import { IsoDate as Day, PeriodKey } from "../../core/calendar/schema.ts";
import { type Registration, SchemeType } from "../../vat/seller/registration.ts";
import type { Drawn } from "../compute/compute.ts";
import { FILING_STATUSES, filingStateOf } from "../compute/status.ts";
import type { LockedPeriod } from "../locks/locked-period.ts";
import { Count, Minor, State } from "../schema.ts";

export const DueReturn = z
  .strictObject({
    scheme_type: SchemeType,
    period_key: PeriodKey,
    registration_id: z.int(),
    member_state_identification: State,
    filing_due_date: Day,
    state: z
      .enum(["running", "open", "locked", "filed", "filed_elsewhere"])
      .describe("`running`: its period has not ended; `filed_elsewhere`: an opening is recorded"),
    overdue: z.boolean().describe("The due day is over, and no filing is recorded"),
    filing_status: z
      .enum(FILING_STATUSES)
      .nullable()
      .describe("Whether it can be filed as it stands; null unless it is open"),
    return_currency: z.string().nullable(),
    payable_vat_minor: Minor.nullable().describe(
      "As it was locked, else as it stands; null where it was filed elsewhere",
    ),
    waiting_event_count: Count.describe("Events that wait for a decision and are in no return"),
  })
  .meta({ id: "DueReturn" });
export type DueReturn = z.output<typeof DueReturn>;

/** A return of a period, and what is known of it. */
export type ReturnGround = {
  readonly period: Period;
  readonly registration: Registration;
} & (
  | { readonly lock: LockedPeriod }
  | { readonly isFiledElsewhere: true }
  /** Looked back on, where its period has ended. */
  | { readonly drawn: Drawn }
);

/** How far a return is, and until when it has to be filed (Art. 369f, 369s VAT Directive). */
export function dueReturn(ground: ReturnGround, today: IsoDate): DueReturn {
  const { period, registration } = ground;
  const found = standingOf(ground, today);
  return {
    scheme_type: registration.scheme_type,
    period_key: period.key,
    registration_id: registration.id,
    member_state_identification: registration.member_state_identification,
    filing_due_date: period.filingDueDate,
    overdue: !found.state.startsWith("filed") && today > period.filingDueDate,
    ...found,
  };
}

type Standing = Pick<
  DueReturn,
  "state" | "filing_status" | "return_currency" | "payable_vat_minor" | "waiting_event_count"
>;

function standingOf(ground: ReturnGround, today: IsoDate): Standing {
  if ("lock" in ground) return ofLock(ground.lock);
  if (!("drawn" in ground)) return FILED_ELSEWHERE;
  const { period, drawn } = ground;
  const isOpen = today > period.lastDay;
  const report = drawn.status === "covered" ? drawn.report : undefined;
  return {
    state: isOpen ? "open" : "running",
    filing_status: isOpen ? filingStateOf(drawn).filing_status : null,
    return_currency: report?.return_currency ?? null,
    payable_vat_minor: report?.totals.payable_vat_minor ?? null,
    waiting_event_count: waitingIn(drawn.warnings),
  };
}

const ofLock = ({ filed, return_currency, totals, warnings }: LockedPeriod): Standing => ({
  state: filed ? "filed" : "locked",
  filing_status: null,
  return_currency,
  payable_vat_minor: totals.payable_vat_minor,
  waiting_event_count: waitingIn(warnings),
});

const FILED_ELSEWHERE: Standing = {
  state: "filed_elsewhere",
  filing_status: null,
  return_currency: null,
  payable_vat_minor: null,
  waiting_event_count: 0,
};

const waitingIn = (warnings: Drawn["warnings"]): number =>
  warnings.find(({ code }) => code === "needs_review_excluded")?.count ?? 0;
