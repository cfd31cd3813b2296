import type { IsoDate } from "../../core/calendar/iso-date.ts";
import type { Amounts } from "../../core/money/amounts.ts";
import { type MemberStateCode, memberStateOf } from "../reference-data/member-states.ts";
import type { Treatment } from "../schemes/supply-event.ts";
import type { Profile } from "../seller/profile.ts";
import type { Registration } from "../seller/registration.ts";
import type { ThresholdInput } from "../threshold/threshold-input.ts";
import type { Place } from "./place.ts";
import { isServiceKind, type PlacedSupply } from "./supply.ts";

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

/** What the price comes to if it is taxed in a Member State: without and with shipping; minor units. */
export type PriceIn = (state: MemberStateCode) => {
  readonly goods: Amounts;
  readonly total: Amounts;
};

/** Everything the place of a supply is decided by. */
export type Question = {
  readonly supply: PlacedSupply;
  /** Where the customer is. */
  readonly place: Place;
  readonly day: IsoDate;
  readonly currency: string;
  /** @throws DomainError `invalid_request` when no rate is known there. */
  readonly priceIn: PriceIn;
  readonly seller: Seller;
};

/** What the place of a supply depends on besides the supply. */
export type Seller = {
  readonly profile: Profile;
  readonly registrations: readonly Registration[];
  /** Of the year of the supply up to its day, with the rates of that day. */
  readonly threshold: ThresholdInput;
};

/**
 * The Member States where the seller is established, each once: the seat, the place this supply is
 * made from, and fixed establishments. Northern Ireland is one for goods alone.
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
