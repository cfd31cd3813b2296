/** A body that is refused, and every field its refusal must name, in any order. */
export type Malformed = readonly [what: string, body: unknown, fields: readonly string[]];

const UNION = {
  scheme_type: "union_oss",
  member_state_identification: "DE",
  effective_from: "2024-01-01",
  status: "active",
};
const IMPORT = { ...UNION, scheme_type: "ioss" };
const { status: _, ...WITHOUT_STATUS } = UNION;

/** Control characters and lone surrogates, spelled so that an editor cannot lose them. */
const NUL = String.fromCharCode(0);
const LONE_SURROGATE = String.fromCharCode(0xd800);

export const MALFORMED_NEW: readonly Malformed[] = [
  ["empty", {}, ["scheme_type", "member_state_identification", "effective_from", "status"]],
  ["an array", [], [""]],
  ["null", null, [""]],
  ["a number", 7, [""]],
  ["a text", "union_oss", [""]],
  ["no status", WITHOUT_STATUS, ["status"]],
  ["unknown scheme", { ...UNION, scheme_type: "moss" }, ["scheme_type"]],
  ["scheme in capitals", { ...UNION, scheme_type: "UNION_OSS" }, ["scheme_type"]],
  ["scheme null", { ...UNION, scheme_type: null }, ["scheme_type"]],
  ["scheme a list", { ...UNION, scheme_type: ["ioss"] }, ["scheme_type"]],
  [
    "state outside the EU",
    { ...UNION, member_state_identification: "CH" },
    ["member_state_identification"],
  ],
  ["state GB", { ...UNION, member_state_identification: "GB" }, ["member_state_identification"]],
  [
    "state in small letters",
    { ...UNION, member_state_identification: "de" },
    ["member_state_identification"],
  ],
  [
    "state by name",
    { ...UNION, member_state_identification: "Germany" },
    ["member_state_identification"],
  ],
  ["state empty", { ...UNION, member_state_identification: "" }, ["member_state_identification"]],
  [
    "state a number",
    { ...UNION, member_state_identification: 276 },
    ["member_state_identification"],
  ],
  [
    "XI, non-Union",
    { ...UNION, scheme_type: "non_union_oss", member_state_identification: "XI" },
    ["member_state_identification"],
  ],
  ["start in another notation", { ...UNION, effective_from: "01.01.2024" }, ["effective_from"]],
  ["start with a time", { ...UNION, effective_from: "2024-01-01T00:00:00Z" }, ["effective_from"]],
  ["start on 30 February", { ...UNION, effective_from: "2024-02-30" }, ["effective_from"]],
  ["start a number", { ...UNION, effective_from: 20240101 }, ["effective_from"]],
  ["start empty", { ...UNION, effective_from: "" }, ["effective_from"]],
  ["end before start", { ...UNION, effective_to: "2023-12-31" }, ["effective_to"]],
  ["end not a day", { ...UNION, effective_to: "2024-13-01" }, ["effective_to"]],
  ["end empty", { ...UNION, effective_to: "" }, ["effective_to"]],
  ["end null", { ...UNION, effective_to: null }, ["effective_to"]],
  ["ended without end", { ...UNION, status: "ended" }, ["effective_to"]],
  ["unknown status", { ...UNION, status: "closed" }, ["status"]],
  ["status true", { ...UNION, status: true }, ["status"]],
  [
    "number of another state",
    { ...UNION, vat_registration_number: "FR12345678901" },
    ["vat_registration_number"],
  ],
  [
    "number too short",
    { ...UNION, vat_registration_number: "DE12345678" },
    ["vat_registration_number"],
  ],
  [
    "number without prefix",
    { ...UNION, vat_registration_number: "811907980" },
    ["vat_registration_number"],
  ],
  [
    "number with rubbish behind",
    { ...UNION, vat_registration_number: "DE811907980X" },
    ["vat_registration_number"],
  ],
  [
    "number a number",
    { ...UNION, vat_registration_number: 811907980 },
    ["vat_registration_number"],
  ],
  ["number empty", { ...UNION, vat_registration_number: "" }, ["vat_registration_number"]],
  [
    "number of 41 characters",
    { ...UNION, vat_registration_number: "D".repeat(41) },
    ["vat_registration_number"],
  ],
  [
    "import number in the Union scheme",
    { ...UNION, vat_registration_number: "IM2761234561" },
    ["vat_registration_number"],
  ],
  [
    "Union number in the import scheme",
    { ...IMPORT, vat_registration_number: "DE811907980" },
    ["vat_registration_number"],
  ],
  [
    "import number of another state",
    { ...IMPORT, vat_registration_number: "IM3721234567" },
    ["vat_registration_number"],
  ],
  [
    "intermediary's number as trader's",
    { ...IMPORT, vat_registration_number: "IN2761234567" },
    ["vat_registration_number"],
  ],
  [
    "mask without asterisk",
    { ...UNION, vat_registration_number_masked: "DE811907980" },
    ["vat_registration_number_masked"],
  ],
  [
    "mask that hides nothing",
    { ...UNION, vat_registration_number_masked: "DE811907980*" },
    ["vat_registration_number_masked"],
  ],
  [
    "mask with a blank",
    { ...UNION, vat_registration_number_masked: "DE ***80" },
    ["vat_registration_number_masked"],
  ],
  [
    "mask too long",
    { ...UNION, vat_registration_number_masked: "*".repeat(41) },
    ["vat_registration_number_masked"],
  ],
  [
    "mask of another state",
    { ...UNION, vat_registration_number_masked: "FR***80" },
    ["vat_registration_number_masked"],
  ],
  [
    "both forms",
    { ...UNION, vat_registration_number: "DE811907980", vat_registration_number_masked: "DE***80" },
    ["vat_registration_number_masked"],
  ],
  [
    "intermediary, Union scheme",
    { ...UNION, ioss_intermediary_name: "X", ioss_intermediary_number: "IN2761234567" },
    ["ioss_intermediary_name", "ioss_intermediary_number"],
  ],
  [
    "intermediary mask, Union scheme",
    { ...UNION, ioss_intermediary_number_masked: "IN***" },
    ["ioss_intermediary_number_masked"],
  ],
  [
    "intermediary name empty",
    { ...IMPORT, ioss_intermediary_name: "  " },
    ["ioss_intermediary_name"],
  ],
  [
    "intermediary name of 201 characters",
    { ...IMPORT, ioss_intermediary_name: "x".repeat(201) },
    ["ioss_intermediary_name"],
  ],
  [
    "intermediary name with a control character",
    { ...IMPORT, ioss_intermediary_name: `a${NUL}b` },
    ["ioss_intermediary_name"],
  ],
  [
    "intermediary name with half a character",
    { ...IMPORT, ioss_intermediary_name: LONE_SURROGATE },
    ["ioss_intermediary_name"],
  ],
  [
    "intermediary number of the trader's kind",
    { ...IMPORT, ioss_intermediary_number: "IM2761234567" },
    ["ioss_intermediary_number"],
  ],
  [
    "intermediary, both forms",
    { ...IMPORT, ioss_intermediary_number: "IN2761234567", ioss_intermediary_number_masked: "IN*" },
    ["ioss_intermediary_number_masked"],
  ],
  ["a misspelt field", { ...UNION, efective_to: "2024-12-31" }, ["efective_to"]],
  ["an id", { ...UNION, id: 5 }, ["id"]],
  [
    "everything at once",
    {
      scheme_type: "union_oss",
      member_state_identification: "DE",
      effective_from: 1,
      status: "ended",
      vat_registration_number: "FR1",
      ioss_intermediary_name: "X",
      extra: 1,
    },
    [
      "effective_from",
      "vat_registration_number",
      "ioss_intermediary_name",
      "effective_to",
      "extra",
    ],
  ],
];

/** Patches of a Union registration in DE, active since 2024-01-01, with a number. */
export const MALFORMED_PATCH: readonly Malformed[] = [
  ["an array", [], [""]],
  ["null", null, [""]],
  ["another scheme", { scheme_type: "ioss" }, ["scheme_type"]],
  ["unknown scheme", { scheme_type: "" }, ["scheme_type"]],
  ["state cleared", { member_state_identification: "" }, ["member_state_identification"]],
  [
    "another state, number kept",
    { member_state_identification: "FR" },
    ["vat_registration_number_masked"],
  ],
  ["start cleared", { effective_from: "" }, ["effective_from"]],
  ["status cleared", { status: "" }, ["status"]],
  ["end null", { effective_to: null }, ["effective_to"]],
  ["end not a day", { effective_to: "soon" }, ["effective_to"]],
  ["end before start", { effective_to: "2023-12-31" }, ["effective_to"]],
  ["ended without end", { status: "ended" }, ["effective_to"]],
  ["number null", { vat_registration_number: null }, ["vat_registration_number"]],
  [
    "number of another state",
    { vat_registration_number: "FR12345678901" },
    ["vat_registration_number"],
  ],
  [
    "both forms",
    { vat_registration_number: "", vat_registration_number_masked: "DE*" },
    ["vat_registration_number_masked"],
  ],
  [
    "intermediary",
    { ioss_intermediary_name: "X", ioss_intermediary_number_masked: "IN*" },
    ["ioss_intermediary_name", "ioss_intermediary_number_masked"],
  ],
  [
    "name of 201 characters",
    { ioss_intermediary_name: "x".repeat(201) },
    ["ioss_intermediary_name"],
  ],
  ["the id", { id: 9 }, ["id"]],
  ["several", { status: 1, effective_to: 2, version: 3 }, ["status", "effective_to", "version"]],
];

const PROFILE = { establishment_country: "DE", fixed_establishments: [{ country: "FR" }] };
const withEstablishments = (...fixed_establishments: readonly unknown[]) => ({
  ...PROFILE,
  fixed_establishments,
});

const entered = (year: number) => ({ year, amount_minor: 0, currency: "EUR" });

export const MALFORMED_PROFILE: readonly Malformed[] = [
  ["a first day that is none", { ...PROFILE, valid_from: "2026-02-30" }, ["valid_from"]],
  ["a first day that is a year", { ...PROFILE, valid_from: 2026 }, ["valid_from"]],
  ["an end, which is the next row", { ...PROFILE, valid_to: "2026-02-28" }, ["valid_to"]],
  ["turnover no list", { ...PROFILE, entered_turnover: entered(2025) }, ["entered_turnover"]],
  [
    "turnover of a year twice",
    { ...PROFILE, entered_turnover: [entered(2025), entered(2025)] },
    ["entered_turnover.1.year"],
  ],
  [
    "turnover before any limit",
    { ...PROFILE, entered_turnover: [entered(2019)] },
    ["entered_turnover.0.year"],
  ],
  [
    "turnover below zero",
    { ...PROFILE, entered_turnover: [{ ...entered(2025), amount_minor: -1 }] },
    ["entered_turnover.0.amount_minor"],
  ],
  [
    "turnover in dollars, whose rate of a year nobody knows",
    { ...PROFILE, entered_turnover: [{ ...entered(2025), currency: "USD" }] },
    ["entered_turnover.0.currency"],
  ],
  [
    "turnover in kuna when Croatia had the euro",
    { ...PROFILE, entered_turnover: [{ ...entered(2023), currency: "HRK" }] },
    ["entered_turnover.0.currency"],
  ],
  ["empty", {}, ["establishment_country"]],
  ["an array", [], [""]],
  ["null", null, [""]],
  ["country unknown", { ...PROFILE, establishment_country: "ZZ" }, ["establishment_country"]],
  [
    "country in small letters",
    { ...PROFILE, establishment_country: "de" },
    ["establishment_country"],
  ],
  ["country null", { ...PROFILE, establishment_country: null }, ["establishment_country"]],
  [
    "establishments no list",
    { ...PROFILE, fixed_establishments: { country: "FR" } },
    ["fixed_establishments"],
  ],
  ["establishment a text", withEstablishments("FR"), ["fixed_establishments.0"]],
  [
    "establishment null",
    withEstablishments(null, { country: "FR" }, { country: "FR" }),
    ["fixed_establishments.0", "fixed_establishments.2.country"],
  ],
  ["establishment without country", withEstablishments({}), ["fixed_establishments.0.country"]],
  [
    "establishment outside the EU",
    withEstablishments({ country: "US" }),
    ["fixed_establishments.0.country"],
  ],
  [
    "establishment in XI",
    withEstablishments({ country: "XI" }),
    ["fixed_establishments.0.country"],
  ],
  [
    "establishment at home",
    withEstablishments({ country: "DE" }),
    ["fixed_establishments.0.country"],
  ],
  [
    "establishment twice",
    withEstablishments({ country: "FR" }, { country: "FR" }),
    ["fixed_establishments.1.country"],
  ],
  [
    "Greece twice",
    withEstablishments({ country: "EL" }, { country: "GR" }),
    ["fixed_establishments.1.country"],
  ],
  [
    "31 establishments",
    withEstablishments(...Array.from({ length: 31 }, () => ({ country: "FR" }))),
    ["fixed_establishments"],
  ],
  [
    "number of another state",
    withEstablishments({ country: "FR", vat_number: "DE811907980" }),
    ["fixed_establishments.0.vat_number"],
  ],
  [
    "number and mask",
    withEstablishments({ country: "FR", vat_number: "FRXX123456789", vat_number_masked: "FR*" }),
    ["fixed_establishments.0.vat_number_masked"],
  ],
  [
    "mask hides nothing",
    withEstablishments({ country: "FR", vat_number_masked: "FRXX123456789" }),
    ["fixed_establishments.0.vat_number_masked"],
  ],
  [
    "mask of another state",
    withEstablishments({ country: "FR", vat_number_masked: "DE*******80" }),
    ["fixed_establishments.0.vat_number_masked"],
  ],
  [
    "unknown field inside",
    withEstablishments({ country: "FR", city: "Lyon" }),
    ["fixed_establishments.0.city"],
  ],
  ["unknown field", { ...PROFILE, account: "mine" }, ["account"]],
  ["name empty", { ...PROFILE, display_name: "" }, ["display_name"]],
  ["name of 201 characters", { ...PROFILE, display_name: "x".repeat(201) }, ["display_name"]],
  ["name with half a character", { ...PROFILE, display_name: LONE_SURROGATE }, ["display_name"]],
  [
    "several",
    {
      fixed_establishments: [{ country: "FR", vat_number: "1" }, { country: "FR" }, {}],
      display_name: 1,
      x: 1,
    },
    [
      "establishment_country",
      "fixed_establishments.0.vat_number",
      "fixed_establishments.1.country",
      "fixed_establishments.2.country",
      "display_name",
      "x",
    ],
  ],
];
