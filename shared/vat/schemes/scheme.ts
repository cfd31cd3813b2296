import type { IsoDate, PeriodKind } from "../../core/calendar/dates.ts";
import type { Texts } from "../../core/language.ts";
import type { SchemeType } from "../seller/registration.ts";
import type { LedgerEvent, SupplyEvent, SupplyKind } from "./supply-event.ts";
import type { Exclusion, WarningCode } from "./warnings.ts";

/** The first day of the schemes: Directive (EU) 2017/2455, postponed to this day by Decision (EU) 2020/1109. */
export const SCHEMES_BEGAN = "2021-07-01" as IsoDate;

/** The origin of a return row, as far as the scheme's returns state it. */
type Origin = {
  readonly supply_kind: "goods" | "services";
  /** A Member State or another country; empty where the scheme's returns have no origin. */
  readonly from_country: string;
};

/** The fields that place a supply in a return once its registration is known. */
export type Placed = Origin & { readonly consumption_country: string };

/** The fields that determine the scheme of a supply. */
type Treated = { readonly supply_kind: SupplyKind; readonly treatment: string };

/** The fields that determine the origin of a supply. */
type Sent = Pick<SupplyEvent, "supply_kind" | "dispatch_country" | "establishment_country">;

/** The sections of a return; null in schemes without sections. */
export const SECTIONS = ["2a", "2b", "2c", "2d"] as const;
type Section = (typeof SECTIONS)[number];

/** The rules of one special scheme. The rest of the service reads this record, so another scheme is another record. */
export type Scheme = {
  readonly id: SchemeType;
  /** The common names of the scheme. */
  readonly titles: Texts;
  /** The name of the scheme in paths and file names. */
  readonly slug: string;
  /** One letter that distinguishes the scheme's sums from those of other schemes. */
  readonly partitionPrefix: string;
  readonly period_kind: PeriodKind;
  /** True if the supply, or the sale that it corrects, counts in this scheme. True for exactly one scheme. */
  readonly takes: (event: Treated) => boolean;
  readonly originOf: (event: Sent) => Origin;
  /** Returns the first rule, in published order, that excludes the event on the basis of its own fields. */
  readonly exclusionOf: (event: LedgerEvent) => Exclusion | undefined;
  /** Returns the rule that excludes a supply and its corrections from the return to `identification`. */
  readonly exclusionUnder: (placed: Placed, identification: string) => WarningCode | undefined;
  /** Returns the section of a row in the return to `identification`. */
  readonly sectionOf: (
    placed: Placed,
    identification: string,
  ) => { readonly section: Section | null; readonly from_member_state: string | null };
  /** The codes that can occur, in order of precedence. */
  readonly warning_codes: readonly WarningCode[];
  /** The codes that depend on registrations and rates, and therefore on more than the event. */
  readonly found_by_returns: ReadonlySet<WarningCode>;
  /**
   * True if its supplies may have the relief of Art. 59c(1). A seller in Northern Ireland has it for goods alone: for
   * services it is in no Member State (Art. 8 of the Protocol).
   */
  readonly has_relief: boolean;
  /** The paragraph of Art. 63c CIR 282/2011 that lists the required records of the supplies. */
  readonly records_paragraph: 1 | 2;
  /** The noun in the text of a nil return: "supply", "import". */
  readonly supply_noun: string;
  /** Short and plain ASCII, because each line of a CSV repeats the text. */
  readonly conversion_rule: string;
  readonly scope_note: string;
};
