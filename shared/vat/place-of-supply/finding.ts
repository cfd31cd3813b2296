import type { MemberStateCode } from "../reference-data/member-states.ts";
import type { Treatment } from "../schemes/supply-event.ts";

/** The place of a supply, found by law. */
export type Finding = {
  readonly treatment: Treatment;
  /** The Member State where the tax is due; null outside the scope of the tax. */
  readonly taxed_in: MemberStateCode | null;
  /** A sentence for people, with the article it rests on. */
  readonly treatment_reason: string;
};

export const taxedIn = (
  state: MemberStateCode,
  treatment: Treatment,
  treatment_reason: string,
): Finding => ({ treatment, taxed_in: state, treatment_reason });

export const outsideScope = (treatment_reason: string): Finding => ({
  treatment: "outside_scope",
  taxed_in: null,
  treatment_reason,
});

/** Whether the seller charges tax: not where there is none, and not where the customer accounts for it. */
export const isCharged = ({ treatment }: Finding): boolean =>
  treatment !== "outside_scope" && treatment !== "reverse_charge";
