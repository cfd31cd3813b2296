import type { PeriodKind } from "../../core/calendar/period.ts";
import type { SchemeType } from "../seller/registration.ts";
import type { LedgerEvent, SupplyEvent, SupplyKind } from "./supply-event.ts";
import type { WarningCode } from "./warnings.ts";

/** Where a line of a return comes from, as far as the scheme's returns tell. */
type Origin = {
  readonly supply_kind: "goods" | "services";
  /** A Member State or another country; empty where the scheme's returns do not ask. */
  readonly from_country: string;
};

/** What places a supply in a return, once its registration is known. */
export type Placed = Origin & { readonly consumption_country: string };

/** What tells which scheme a supply counts in. */
type Treated = { readonly supply_kind: SupplyKind; readonly treatment: string };

/** What tells where a supply comes from. */
type Sent = Pick<SupplyEvent, "supply_kind" | "dispatch_country" | "establishment_country">;

/** The parts of a return that its scheme divides rows into; null where it has none. */
export const SECTIONS = ["2a", "2b", "2c", "2d"] as const;
type Section = (typeof SECTIONS)[number];

/**
 * Everything that one special scheme has of its own. The rest of the service is one engine that
 * reads this record: a further scheme is a further record.
 */
export type Scheme = {
  readonly id: SchemeType;
  /** What people call it. */
  readonly titles: { readonly en: string; readonly de: string };
  /** In paths and file names. */
  readonly slug: string;
  /** One letter that tells its sums from those of other schemes. */
  readonly partitionPrefix: string;
  readonly period_kind: PeriodKind;
  /** Whether the supply, or what it corrects, counts in this scheme. Exactly one scheme takes it. */
  readonly takes: (event: Treated) => boolean;
  readonly originOf: (event: Sent) => Origin;
  /** The first rule, in published order, that keeps the event out, as far as it lies in the event. */
  readonly exclusionOf: (event: LedgerEvent) => WarningCode | undefined;
  /** What keeps a supply and its corrections out of the return to `identification`. */
  readonly exclusionUnder: (placed: Placed, identification: string) => WarningCode | undefined;
  /** Where in the return to `identification` a line stands. */
  readonly sectionOf: (
    placed: Placed,
    identification: string,
  ) => { readonly section: Section | null; readonly from_member_state: string | null };
  /** The codes that can occur, in the order in which their rules apply. */
  readonly warning_codes: readonly WarningCode[];
  /** Those that no event knows of itself, because they depend on registrations and rates. */
  readonly found_by_returns: ReadonlySet<WarningCode>;
  /** Those that somebody can put right; the others keep events out for good. */
  readonly resolvable: ReadonlySet<WarningCode>;
  /** The paragraph of Art. 63c CIR 282/2011 that says what is to be recorded of its supplies. */
  readonly records_paragraph: 1 | 2;
  /** What a nil return says has not been: "supply", "import". */
  readonly supply_noun: string;
  /** Short and plain ASCII, because every line of a CSV repeats them. */
  readonly conversion_rule: string;
  readonly scope_note: string;
};
