import { stringify } from "csv-stringify/sync";
import * as z from "zod";
import type { MemberStateCode } from "../../../vat/reference-data/member-states.ts";
import { type RateCatalogue, ratesInForce } from "../../../vat/reference-data/vat-rates.ts";
import type { NeutralReturn, NeutralSupply } from "../neutral-return.ts";
import { Establishments, type FileRequest, NumberedFiler } from "../request.ts";
import { CIR_2020_194_UNTIL, returnFormat } from "../return-format.ts";
import {
  correctionsTypedIn,
  daysNotInFile,
  type FileFinding,
  nameOfRow,
  rejectedRows,
  salesNeeded,
  warningIf,
} from "../row-findings.ts";
import { amountText, rateText } from "../text.ts";

/**
 * The names of Member States in the upload of Northern Ireland. Its parser requires exactly these names: "Czechia"
 * passes its checks and fails after them, "Cyprus" fails at once. Source: Country.scala of
 * hmrc/one-stop-shop-returns-frontend, seen 2026-11.
 */
const XI_COUNTRY_NAMES: Readonly<Record<MemberStateCode, string>> = {
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

const NorthernExtras = z
  .strictObject({
    online_marketplace: z
      .boolean()
      .default(false)
      .describe(
        "True if the registration is one of an online marketplace, which alone may sell within a country",
      ),
  })
  .prefault({});

type NorthernRequest = FileRequest<z.output<typeof NumberedFiler>, z.output<typeof NorthernExtras>>;

/** The column headings; the upload finds its table by the beginning of the first one. */
const HEADINGS = [
  "Country your goods sold from",
  "EU country you sold those goods to",
  "VAT rate %",
  "Net sales at that rate in £",
  "VAT due on those sales in £",
];

/** The upload of Northern Ireland, for goods only. Corrections are entered by hand. */
export const XI_HMRC = returnFormat({
  format: "xi_hmrc",
  member_state: "XI",
  schemes: ["union_oss"],
  version: "CSV of five columns",
  channel:
    "Upload into the One Stop Shop return of HMRC; it fills the pages, which are then checked and sent",
  guide: "docs/filing/northern-ireland.md",
  limits: ["4 MB", "Sales of goods alone; corrections are typed in"],
  confidence: "high",
  confirmed_until: CIR_2020_194_UNTIL,
  unproven: ["No file of ours has been uploaded yet; it follows the public source of the service."],
  media_type: "text/csv",
  encoding: "utf-8",
  extension: "csv",
  currency: "GBP",
  number_needed_in: [],
  takes_tax_reference: true,
  fields: {
    filer: NumberedFiler.describe("Checked; the file does not carry it").meta({
      examples: [{ vat_number: "XI123456789" }],
    }),
    establishments: Establishments,
    extras: NorthernExtras,
  },
  findings: (neutral, rates) => [
    ...salesNeeded(neutral),
    ...daysNotInFile(neutral),
    ...serviceFindings(neutral),
    ...correctionsTypedIn(neutral),
    ...rateFindings(neutral, rates),
  ],
  requestFindings: (neutral, request) => sameCountryFindings(neutral, request),
  print: (neutral) =>
    stringify([HEADINGS], { quoted: true, record_delimiter: "windows" }) +
    stringify(merged(neutral.supplies).map(lineOf), { record_delimiter: "windows" }),
});

const serviceFindings = (neutral: NeutralReturn): FileFinding[] =>
  rejectedRows(
    neutral,
    "services_not_taken",
    () => "the scheme of Northern Ireland is for goods alone",
    ({ supply_type }) => supply_type === "SERVICES",
  );

/**
 * Warns of rates that our tables do not have for the state and quarter: HMRC rejects rates outside its own list, which
 * may differ.
 */
const rateFindings = ({ supplies, period }: NeutralReturn, rates: RateCatalogue): FileFinding[] =>
  supplies.flatMap((row) =>
    warningIf(
      [period.registered.first, period.last_day].every(
        (day) => ratesInForce(row.member_state, day, rates)?.has(row.rate_bps) === false,
      ),
      `rows.${row.index}`,
      "rate_not_known",
      `${nameOfRow(row)}: no such rate is known in ${row.member_state}; the portal refuses rates that its list does not have`,
    ),
  );

const originOf = ({ from }: NeutralSupply): string => from ?? "XI";

const sameCountryFindings = (neutral: NeutralReturn, { extras }: NorthernRequest): FileFinding[] =>
  rejectedRows(
    neutral,
    "sale_within_a_country",
    () => "only an online marketplace sells within a country: say so in extras.online_marketplace",
    (row) => !extras.online_marketplace && originOf(row) === row.member_state,
  );

/** Merges rows of one origin, destination and rate: the file does not distinguish standard and reduced rates. */
const merged = (supplies: readonly NeutralSupply[]): NeutralSupply[] =>
  [
    ...Map.groupBy(supplies, (row) =>
      [originOf(row), row.member_state, row.rate_bps].join(" "),
    ).values(),
  ].flatMap((rows) =>
    rows.slice(0, 1).map((first) => ({
      ...first,
      base_minor: rows.reduce((sum, row) => sum + row.base_minor, 0),
      vat_minor: rows.reduce((sum, row) => sum + row.vat_minor, 0),
    })),
  );

const lineOf = (row: NeutralSupply): string[] => [
  nameOf(originOf(row)),
  nameOf(row.member_state),
  rateText(row.rate_bps).replace(/\.?0+$/, ""),
  amountText(row.base_minor),
  amountText(row.vat_minor),
];

const nameOf = (state: string): string => XI_COUNTRY_NAMES[state as MemberStateCode];
