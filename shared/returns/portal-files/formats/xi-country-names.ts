import type { MemberStateCode } from "../../../vat/reference-data/member-states.ts";

/**
 * Member States as the upload of Northern Ireland names them. Its parser compares letter by letter and
 * knows no other name: "Czechia" passes its checks and fails after them, "Cyprus" fails at once.
 * Source: Country.scala of hmrc/one-stop-shop-returns-frontend, seen 2026-11.
 */
export const XI_COUNTRY_NAMES: Readonly<Record<MemberStateCode, string>> = {
  AT: "Austria",
  BE: "Belgium",
  BG: "Bulgaria",
  CY: "Republic of Cyprus",
  CZ: "Czech Republic",
  DE: "Germany",
  DK: "Denmark",
  EE: "Estonia",
  EL: "Greece",
  ES: "Spain",
  FI: "Finland",
  FR: "France",
  HR: "Croatia",
  HU: "Hungary",
  IE: "Ireland",
  IT: "Italy",
  LT: "Lithuania",
  LU: "Luxembourg",
  LV: "Latvia",
  MT: "Malta",
  NL: "Netherlands",
  PL: "Poland",
  PT: "Portugal",
  RO: "Romania",
  SE: "Sweden",
  SI: "Slovenia",
  SK: "Slovakia",
  XI: "Northern Ireland",
};
