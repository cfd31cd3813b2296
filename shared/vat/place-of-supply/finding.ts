import type { IsoDate } from "../../core/calendar/iso-date.ts";
import type { Amounts } from "../../core/money/amounts.ts";
import { type MemberStateCode, memberStateOf } from "../reference-data/member-states.ts";
import type { Treatment } from "../schemes/supply-event.ts";
import type { Profile } from "../seller/profile.ts";
import type { Registration } from "../seller/registration.ts";
import type { ThresholdInput } from "../threshold/threshold-input.ts";
import type { Place } from "./place.ts";
import { isServiceKind, type PlacedSupply } from "./supply.ts";

/** The place of a supply under the VAT Directive. */
export type Finding = {
  readonly treatment: Treatment;
  /** The Member State in which the VAT is due; null outside the scope of VAT. */
  readonly taxed_in: MemberStateCode | null;
  /** A sentence for people, with its legal basis. */
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

/** True if the seller charges VAT: the supply is in scope and the customer does not account for the VAT. */
export const isCharged = ({ treatment }: Finding): boolean =>
  treatment !== "outside_scope" && treatment !== "reverse_charge";

/** Computes the price if it is taxed in a Member State, without and with shipping, in minor units. */
export type PriceIn = (state: MemberStateCode) => {
  readonly goods: Amounts;
  readonly total: Amounts;
};

/** The facts that determine the place of a supply. */
export type Question = {
  readonly supply: PlacedSupply;
  /** The place of the customer. */
  readonly place: Place;
  readonly day: IsoDate;
  readonly currency: string;
  /** @throws DomainError `invalid_request` when no rate is known there. */
  readonly priceIn: PriceIn;
  readonly seller: Seller;
};

/** The facts about the seller that determine the place of a supply. */
export type Seller = {
  readonly profile: Profile;
  readonly registrations: readonly Registration[];
  /** The turnover of the supply's year up to its day, with the rates of that day. */
  readonly threshold: ThresholdInput;
};

/**
 * Returns the distinct Member States where the seller is established: the seat, the place from which this supply is
 * made, and fixed establishments. Northern Ireland counts for goods only.
 */
export function establishedIn(supply: PlacedSupply, profile: Profile): string[] {
  const countries = [
    profile.establishment_country,
    supply.establishment_country,
    ...profile.fixed_establishments.map(({ country }) => country),
  ];
  const isService = isServiceKind(supply.supply_kind);
  const states = countries.filter((country) => {
    const state = memberStateOf(country ?? "");
    return state !== undefined && !(isService && state.goods_only);
  });
  return [...new Set(states.flatMap((state) => state ?? []))];
}
