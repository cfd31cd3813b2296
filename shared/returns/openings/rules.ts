import type { IsoDate } from "../../core/calendar/iso-date.ts";
import { type Period, periodNamed } from "../../core/calendar/period.ts";
import { DomainError, type Fault } from "../../core/errors/errors.ts";
import { faultIf } from "../../core/errors/field-errors.ts";
import { futureFilingFaults } from "../locks/filing.ts";
import { repeatedFaults } from "./repeated.ts";
import type { NewOpening } from "./schema.ts";

/**
 * What is wrong with a body whatever return it is of. Looks at it as it came: only there a field that is
 * missing differs from one that could not be read, which has its fault already.
 */
export function openingBodyFaults(body: unknown, today: IsoDate): Fault[] {
  const fields = typeof body === "object" && body !== null ? body : {};
  const [rows, states] = ["rows", "member_states"].map((name) => Object.hasOwn(fields, name));
  return [
    ...faultIf(!rows && !states, "rows", "required, or give member_states"),
    ...faultIf(rows === true && states === true, "member_states", "not together with rows"),
    ...futureFilingFaults(body, today),
  ];
}

/** What is wrong with a body as the return of this period. */
export function openingFaults(given: NewOpening, { key, kind, lastDay }: Period): Fault[] {
  const { corrections, member_states = [], filed_at } = given;
  const named = ({ member_state_of_consumption }: { member_state_of_consumption: string }) => ({
    member_state_of_consumption,
  });
  return [
    ...faultIf(
      filed_at <= lastDay,
      "filed_at",
      `must lie after ${lastDay}, the last day of ${key}`,
    ),
    ...repeatedFaults("member_states", member_states.map(named)),
    ...repeatedFaults(
      "corrections",
      corrections.map(({ vat_amount_minor, ...name }) => name),
    ),
    ...corrections.flatMap(({ original_period }, n) =>
      faultIf(
        periodNamed(original_period)?.kind !== kind || original_period >= key,
        `corrections.${n}.original_period`,
        `must be a ${kind} before ${key}`,
      ),
    ),
  ];
}

/** @throws DomainError `period_not_ended`: the return of a running period cannot have been filed. */
export function refuseRunning({ key, lastDay }: Period, today: IsoDate): void {
  if (lastDay < today) return;
  throw new DomainError(
    "period_not_ended",
    `${key} runs until ${lastDay}; its return is filed after that`,
  );
}
