import type { IsoDate } from "../../core/calendar/iso-date.ts";
import { type Dated, rowOn } from "../reference-data/on-date.ts";
import table from "../reference-data/sme-in-force.json" with { type: "json" };
import type { SmePolicy, SmeSectoral } from "./schema.ts";

/** The national exemption of Art. 284 VAT Directive. */
export type SmeThreshold = Dated & {
  readonly currency: string;
  /** Whole units of `currency`. */
  readonly exemption_threshold_nac: number;
  readonly exemption_threshold_eur: number | null;
  readonly scheme_type: string;
  readonly policy: SmePolicy;
  readonly sectorals: readonly SmeSectoral[];
  readonly data_situation_on: string;
};

/** country → its thresholds, newest first. */
const THRESHOLDS: ReadonlyMap<string, readonly SmeThreshold[]> = new Map(Object.entries(table));

/**
 * The threshold in force in `country` on `day`; the newest one also answers for days to come.
 * Complete from 2021-07-01 for every Member State but Spain, which has no such exemption.
 * @returns undefined where there is none. Greece is EL.
 */
export const thresholdOn = (country: string, day: IsoDate): SmeThreshold | undefined =>
  rowOn(THRESHOLDS.get(country) ?? [], day);
