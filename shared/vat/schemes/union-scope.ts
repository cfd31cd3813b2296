import type { IsoDate } from "../../core/calendar/iso-date.ts";
import { type Dated, rowOn } from "../reference-data/on-date.ts";
import type { SupplyKind } from "./supply-event.ts";

/** Which supplies to consumers the Union scheme takes in (Art. 369b VAT Directive). */
type UnionScope = Dated & {
  readonly kinds: ReadonlySet<SupplyKind>;
  /**
   * Whether goods that do not leave a Member State are declared, too, by a seller who is not established
   * in it. Before, only a deemed supplier declares them (Art. 14a(2)).
   */
  readonly goods_within_a_state: boolean;
};

const SINCE_2021 = ["goods", "tbe_services", "other_services"] as const;

/** Directive (EU) 2025/516: gas, electricity, heat and cooling under Art. 39. */
const SINCE_2027 = [...SINCE_2021, "energy"] as const;

/**
 * Directive (EU) 2025/516: goods that are installed or assembled (Art. 36), and goods within a state.
 * Supplies on board (Art. 37) are no kind of their own here; docs/coming-rules.md says what is open.
 */
const SINCE_2028 = [...SINCE_2027, "assembly_installation"] as const;

/** Newest first. Law changes at the first day of a quarter, so a period has one scope. */
export const UNION_SCOPES: readonly UnionScope[] = [
  { valid_from: "2028-07-01", kinds: new Set(SINCE_2028), goods_within_a_state: true },
  {
    valid_from: "2027-01-01",
    valid_to: "2028-06-30",
    kinds: new Set(SINCE_2027),
    goods_within_a_state: false,
  },
  // Returns of days before the scheme began are drawn by its first rules (docs/decisions/0012).
  { valid_to: "2026-12-31", kinds: new Set(SINCE_2021), goods_within_a_state: false },
];

/** Why energy is taxed in the national return of where it is consumed, as the ledger says it. */
export const ENERGY_BEFORE_ITS_DAY = "energy_not_yet_in_scheme";

/** What the scheme takes in of supplies of that day. */
export function unionScopeOn(day: IsoDate): UnionScope {
  const scope = rowOn(UNION_SCOPES, day);
  if (!scope) throw new RangeError(`no scope of the Union scheme on ${day}`);
  return scope;
}
