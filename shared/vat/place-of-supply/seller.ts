import { memberStateOf } from "../reference-data/member-states.ts";
import type { Profile } from "../seller/profile.ts";
import type { Registration } from "../seller/registration.ts";
import type { ThresholdInput } from "../threshold/threshold-input.ts";
import { isServiceKind, type PlacedSupply } from "./supply.ts";

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
