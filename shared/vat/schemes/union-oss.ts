import { type Dated, type IsoDate, rowOn } from "../../core/calendar/dates.ts";
import { isMemberState } from "../reference-data/member-states.ts";
import { exclusionBy, rateExclusionOf } from "./common-exclusions.ts";
import type { Placed, Scheme } from "./scheme.ts";
import {
  fromCountryOf,
  isEnergy,
  isImport,
  isService,
  type LedgerEvent,
  type SupplyKind,
} from "./supply-event.ts";
import { exclusion, type WarningCode } from "./warnings.ts";

/** The supplies to consumers that the Union scheme covers (Art. 369b VAT Directive). */
type UnionScope = Dated & {
  readonly kinds: ReadonlySet<SupplyKind>;
  /**
   * True if a seller who is not established in a Member State also declares goods that do not leave it. Before, only a
   * deemed supplier declares them (Art. 14a(2)).
   */
  readonly goods_within_a_state: boolean;
};

const SINCE_2021 = ["goods", "tbe_services", "other_services"] as const;

/** Adds gas, electricity, heat and cooling under Art. 39 (Directive (EU) 2025/516). */
const SINCE_2027 = [...SINCE_2021, "energy"] as const;

/**
 * Adds goods that are installed or assembled (Art. 36), and goods within a state (Directive (EU) 2025/516). Supplies on
 * board (Art. 37) have no kind of supply here; docs/coming-rules.md lists the open questions.
 */
const SINCE_2028 = [...SINCE_2027, "assembly_installation"] as const;

/** The scopes, newest first. The law changes on the first day of a quarter, so a period has one scope. */
export const UNION_SCOPES: readonly UnionScope[] = [
  { valid_from: "2028-07-01", kinds: new Set(SINCE_2028), goods_within_a_state: true },
  {
    valid_from: "2027-01-01",
    valid_to: "2028-06-30",
    kinds: new Set(SINCE_2027),
    goods_within_a_state: false,
  },
  // Returns of days before the scheme began use its first rules (docs/decisions/0012).
  { valid_to: "2026-12-31", kinds: new Set(SINCE_2021), goods_within_a_state: false },
];

/** The classification reason of energy that is taxed in the national return of its place of consumption. */
export const ENERGY_BEFORE_ITS_DAY = "energy_not_yet_in_scheme";

export function unionScopeOn(day: IsoDate): UnionScope {
  const scope = rowOn(UNION_SCOPES, day);
  if (!scope) throw new RangeError(`no scope of the Union scheme on ${day}`);
  return scope;
}

/** The Union scheme (Art. 369a to 369k VAT Directive). */
export const UNION_OSS: Scheme = {
  id: "union_oss",
  titles: { en: "Union scheme", de: "EU-Regelung" },
  slug: "union-oss",
  partitionPrefix: "u",
  period_kind: "quarter",
  // Supplies outside every scheme are counted here, as exclusions of the return.
  takes: (event) => !isImport(event) && event.treatment !== "non_union_oss",
  originOf: (event) => ({
    supply_kind: isService(event.supply_kind) ? "services" : "goods",
    from_country: isEnergy(event) ? NO_DISPATCH : (fromCountryOf(event) ?? ""),
  }),
  exclusionOf: (event) => {
    const early = energyExclusionOf(event);
    return early ? exclusion(early) : exclusionBy(event, rateExclusionOf, kindExclusionOf);
  },
  exclusionUnder: serviceExclusion,
  sectionOf,
  warning_codes: [
    "energy_not_yet_in_scheme_excluded",
    "needs_review_excluded",
    "classification_excluded",
    "taxed_at_home_under_scheme_excluded",
    "unsupported_rate_category_excluded",
    "unsupported_supply_kind_excluded",
    "correction_reference_missing_excluded",
    "correction_reference_invalid_excluded",
    "correction_opening_missing_excluded",
    "outside_registration_window_excluded",
    "correction_after_three_years_excluded",
    "correction_to_former_state_excluded",
    "missing_exchange_rate_excluded",
  ],
  found_by_returns: new Set([
    "correction_reference_missing_excluded",
    "correction_opening_missing_excluded",
    "outside_registration_window_excluded",
    "correction_after_three_years_excluded",
    "correction_to_former_state_excluded",
    "classification_excluded",
    "taxed_at_home_under_scheme_excluded",
    "unsupported_supply_kind_excluded",
    "missing_exchange_rate_excluded",
  ]),
  has_relief: true,
  records_paragraph: 1,
  supply_noun: "supply",
  // Art. 369h(2) VAT Directive.
  conversion_rule:
    "ECB reference rates of the last day of the quarter or, if none were published that day, of the " +
    "next day of publication; corrections at the rates of their original quarter.",
  // Art. 369g VAT Directive.
  scope_note:
    "Current rows: supplies of the quarter, with their changes in the same quarter netted. " +
    "Correction rows: changes of supplies declared for an earlier quarter. " +
    "A change without a declared original is excluded.",
};

/** The origin of energy. It is not transported (Art. 39), so its rows have no Member State of dispatch. */
const NO_DISPATCH = "";

/**
 * Returns the exclusion of energy that only its day excludes. A separate code shows a seller of energy from which day
 * its supplies are in scope. Energy that is permanently excluded, such as energy for businesses, is left to the other
 * rules.
 */
function energyExclusionOf(event: LedgerEvent): WarningCode | undefined {
  if (!isEnergy(event) || isInScope(event)) return undefined;
  const others = event.classification_reasons.filter((reason) => reason !== ENERGY_BEFORE_ITS_DAY);
  const isOutForGood = event.classification_status === "excluded" && others.length > 0;
  return isOutForGood ? undefined : "energy_not_yet_in_scheme_excluded";
}

/**
 * Returns the exclusion of new means of transport and of goods assembled or installed, which are no distance sales
 * (Art. 33, 36).
 */
function kindExclusionOf(event: LedgerEvent): WarningCode | undefined {
  return isInScope(event) ? undefined : "unsupported_supply_kind_excluded";
}

const isInScope = ({ supply_kind, supply_date }: LedgerEvent): boolean =>
  unionScopeOn(supply_date).kinds.has(supply_kind);

/** Returns the exclusion of services, for a sale and its corrections: an undeclared sale needs no correction. */
function serviceExclusion(placed: Placed, identification: string): WarningCode | undefined {
  if (placed.supply_kind !== "services") return undefined;
  // Services taxed in the Member State of identification are declared in its national return (Art. 369a(1), 369b).
  if (placed.consumption_country === identification) return "classification_excluded";
  // Northern Ireland takes part in the Union scheme for goods only (Windsor Framework).
  return identification === "XI" ? "unsupported_supply_kind_excluded" : undefined;
}

/**
 * Returns the section of a row (Art. 369g(1) and (2) VAT Directive).
 * Services from the Member State of identification or from outside the Union are 2a, services from an establishment in
 * another Member State 2c. Goods that leave the Member State of identification are 2b, goods that leave another Member
 * State 2d. Northern Ireland is a Member State for goods only. Energy leaves no Member State and is listed with the
 * supplies of the Member State of identification (docs/decisions/0012).
 */
function sectionOf(placed: Placed, identification: string): ReturnType<Scheme["sectionOf"]> {
  const { supply_kind, from_country } = placed;
  const home = from_country === identification || from_country === NO_DISPATCH;
  if (supply_kind === "goods") {
    return home
      ? { section: "2b", from_member_state: null }
      : { section: "2d", from_member_state: from_country };
  }
  const abroad = isMemberState(from_country) && from_country !== "XI";
  return abroad && !home
    ? { section: "2c", from_member_state: from_country }
    : { section: "2a", from_member_state: null };
}
