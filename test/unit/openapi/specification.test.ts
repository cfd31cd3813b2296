import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Document, Operation, Schema } from "../../../scripts/openapi/openapi.ts";

/*
 * The interface that the service implements, copied from the tables of "EU VAT Compliance Service: Interface
 * Specification" (its chapters "Resources and their fields", "Endpoints", "Authentication" and "Errors"). It never
 * changes: where a test here fails, the document is wrong.
 */
const document = JSON.parse(readFileSync("docs/openapi.json", "utf8")) as Document;

const COUNTS = "total_source_event_count included_source_event_count excluded_source_event_count";
const REGISTRATION =
  "id scheme_type member_state_identification vat_registration_number_masked? ioss_intermediary_name? ioss_intermediary_number_masked? effective_from effective_to? status";
const SUMMARY = `scheme_type period_key member_state_identification return_currency totals rows corrections balances warnings ${COUNTS}`;
const BREAKDOWN = `scheme_type period_key member_state_identification return_currency totals countries warnings ${COUNTS}`;
const LOCKED = `status filing_status filing_status_detail nil_return_eligible ${COUNTS} warning_count jurisdiction_count export_count`;
const SOURCE =
  "id source_key display_name channel_type platform? default_country? default_currency? marketplace_deemed_supplier active created_at updated_at";
const SOURCE_BODY =
  "display_name channel_type platform? default_country? default_currency? supplier_establishment_country? dispatch_country? marketplace_deemed_supplier? active?";
const TAX_CLASS = "id name description source group_slug group_name tags";
const SME =
  "country currency annual_turnover_nac reference_date exemption_threshold_nac exemption_threshold_eur eligible_for_exemption exceeded_by_nac scheme_type policy sectorals data_situation_on disclaimer";
const SHARES = "total included excluded";
const MANIFEST =
  "export_kind export_version generated_at scheme_type period_key member_state_identification return_currency conversion_rule scope_note source_event_counts warnings";
const THRESHOLD_CHECK =
  "threshold_type threshold_minor currency current_minor remaining_minor percentage_used exceeded warning eur_only converted_currencies unconverted_currencies disclaimer";
const LOCKS = "/v1/reports/locked-return-periods/union-oss";

type Access = "public" | "read" | "write";

/** Method and path, access, query, fields of the body, fields of the answer; `?` marks what may be absent. */
const OPERATIONS: readonly [
  name: string,
  access: Access,
  query: string,
  body: string,
  answer: string,
][] = [
  ["GET /v1/tax-registrations", "read", "", "", ""],
  [
    "POST /v1/tax-registrations",
    "write",
    "",
    "scheme_type member_state_identification effective_from status effective_to? ioss_intermediary_name?",
    REGISTRATION,
  ],
  [
    "PATCH /v1/tax-registrations/{id}",
    "write",
    "",
    "member_state_identification? effective_from? status? effective_to? ioss_intermediary_name?",
    REGISTRATION,
  ],
  ["GET /v1/reports/oss-quarterly-summary", "read", "period", "", SUMMARY],
  ["GET /v1/reports/country-vat-breakdown", "read", "period", "", BREAKDOWN],
  ["GET /v1/reports/oss-quarterly-summary/export", "read", "period format", "", "manifest"],
  ["GET /v1/reports/country-vat-breakdown/export", "read", "period format", "", "manifest"],
  [
    "GET /v1/reports/oss-accountant-report",
    "read",
    "period",
    "",
    "manifest filing_context summary country_breakdown",
  ],
  [
    "GET /v1/reports/filing-prep",
    "read",
    "period",
    "",
    "report_kind registrations union_oss ioss return_period? official_basis",
  ],
  [
    "GET /v1/reports/multi-jurisdiction",
    "read",
    "period",
    "",
    "report_kind union_oss ioss jurisdictions warnings official_basis",
  ],
  [`GET ${LOCKS}`, "read", "period", "", "current_period?"],
  [`POST ${LOCKS}`, "write", "period", "", LOCKED],
  [`POST ${LOCKS}/filed`, "write", "period", "", LOCKED],
  [`GET ${LOCKS}/exports/{export_id}`, "read", "", "", ""],
  [
    "GET /v1/compliance/threshold-status",
    "read",
    "",
    "",
    "checks period eur_only converted_currencies unconverted_currencies disclaimer",
  ],
  ["POST /v1/vat/threshold-check", "read", "", "", ""],
  ["GET /v1/sources", "read", "", "", "items activeCount maxProfiles"],
  ["POST /v1/sources", "write", "", `source_key ${SOURCE_BODY}`, SOURCE],
  ["PATCH /v1/sources/{id}", "write", "", SOURCE_BODY.replaceAll(/(\w)(?= |$)/g, "$1?"), SOURCE],
  ["GET /v1/sources/unknown", "read", "limit", "", "items"],
  ["GET /v1/tax-classes", "public", "q group tag country at", "", "items"],
  ["GET /v1/tax-classes/{id}", "public", "country at", "", `${TAX_CLASS} rates`],
  [
    "POST /v1/vat/sme-eligibility",
    "public",
    "",
    "country annual_turnover_nac currency reference_date?",
    SME,
  ],
  ["GET /health", "public", "", "", "status"],
  ["GET /ready", "public", "", "", "status"],
];

/** The items of answers that hold a list, by the field of the list. */
const ITEMS: readonly [name: string, field: string, fields: string][] = [
  ["GET /v1/tax-registrations", "items", REGISTRATION],
  [`GET ${LOCKS}`, "items", LOCKED],
  ["GET /v1/sources", "items", SOURCE],
  ["GET /v1/sources/unknown", "items", "source_id transaction_count first_seen last_seen"],
  ["GET /v1/tax-classes", "items", `${TAX_CLASS} preview_rate_bps?`],
  ["GET /v1/tax-classes/{id}", "rates", "country rate_bps valid_from valid_to"],
];

const COUNTED = "code count";

/** Objects in the answers: their fields as far as the specification names them, and as they are since. */
const INNER: readonly [name: string, path: string, fields: string][] = [
  ["GET /v1/reports/oss-quarterly-summary", "warnings", COUNTED],
  ["GET /v1/reports/country-vat-breakdown", "warnings", COUNTED],
  ["GET /v1/reports/oss-quarterly-summary/export", "manifest", MANIFEST],
  ["GET /v1/reports/oss-quarterly-summary/export", "manifest.source_event_counts", SHARES],
  ["GET /v1/reports/country-vat-breakdown/export", "manifest", MANIFEST],
  ["GET /v1/reports/oss-accountant-report", "manifest", MANIFEST],
  [
    "GET /v1/reports/oss-accountant-report",
    "filing_context",
    "filing_due_date nil_return_eligible",
  ],
  ["GET /v1/reports/oss-accountant-report", "summary", "totals rows corrections"],
  ["GET /v1/reports/oss-accountant-report", "summary.rows", "vat_rate_pct"],
  ["GET /v1/reports/oss-accountant-report", "country_breakdown", "totals countries"],
  ["GET /v1/reports/oss-accountant-report", "country_breakdown.countries", "rows corrections"],
  ["GET /v1/reports/filing-prep", "return_period", `${LOCKED} exports`],
  ["GET /v1/reports/filing-prep", "union_oss", "filing_due_date totals warnings"],
  ["GET /v1/reports/filing-prep", "ioss", "status totals warnings"],
  [
    "GET /v1/reports/multi-jurisdiction",
    "union_oss",
    `filing_due_date ${COUNTS} jurisdiction_count totals`,
  ],
  ["GET /v1/reports/multi-jurisdiction", "ioss.months", "status totals warnings"],
  ["GET /v1/reports/multi-jurisdiction", "warnings", COUNTED],
  ["GET /v1/compliance/threshold-status", "checks", THRESHOLD_CHECK],
  ["GET /v1/compliance/threshold-status", "period", "from to"],
  [
    "POST /v1/vat/sme-eligibility",
    "policy",
    "one_national_annual_threshold exclusion_article288_quarantine_period voluntary_cessation_article290",
  ],
  [
    "POST /v1/vat/sme-eligibility",
    "sectorals",
    "sector exemption_threshold_eur exemption_threshold_nac comment",
  ],
];

/** Returns the object at a path of fields; of a list, its items; of what may be null, what is not. */
const objectAt = (schema: Schema, path: string): Schema =>
  path.split(".").reduce((outer, field) => partOf(outer.properties?.[field]), schema);

function partOf(field: Schema | undefined): Schema {
  const schema = resolved(field);
  if (schema.items) return partOf(schema.items);
  const choice = schema.anyOf?.find(({ type }) => type !== "null");
  return choice ? partOf(choice) : schema;
}

const STATUSES: readonly [name: string, statuses: string][] = [
  ["POST /v1/vat/sme-eligibility", "200 400 404 422 429 500"],
  [`POST ${LOCKS}`, "409"],
  [`POST ${LOCKS}/filed`, "200"],
  ["GET /health", "200"],
  ["GET /ready", "200"],
];

const SME_ERRORS =
  "invalid_json invalid_country invalid_currency invalid_turnover invalid_reference_date no_sme_data currency_mismatch rate_limited internal_error";

function operation(name: string): Operation {
  const [method = "", path = ""] = name.split(" ");
  const found = document.paths[path]?.[method.toLowerCase()];
  if (!found) throw new Error(`${name} is not in the document`);
  return found;
}

const resolved = (schema: Schema | undefined): Schema => {
  const name = schema?.$ref?.split("/").at(-1);
  return name === undefined ? (schema ?? {}) : resolved(document.components.schemas[name]);
};

function answerOf(name: string): Schema {
  const { responses } = operation(name);
  const success = responses["200"] ?? responses["201"];
  const content = success && "content" in success ? success.content : undefined;
  return resolved(content?.["application/json"]?.schema);
}

/** Returns the named fields that the schema lacks, or whose presence is another one. */
function wrongFields(schema: Schema, fields: string): string[] {
  const { properties = {}, required = [] } = schema;
  return fields
    .split(" ")
    .filter((field) => field !== "")
    .filter((field) => {
      const name = field.replace("?", "");
      return !(name in properties) || required.includes(name) === field.endsWith("?");
    });
}

describe("the specification is in the document", () => {
  it.for(OPERATIONS)("%s", ([name, access, query, body, answer]) => {
    const { parameters = [], requestBody, security = [], ...rest } = operation(name);
    const names = parameters.filter((one) => one.in === "query").map((one) => one.name);
    expect(names).toEqual(expect.arrayContaining(query.split(" ").filter(Boolean)));
    const isPublic = security.length === 0;
    expect(isPublic ? "public" : rest["x-key-scope"] === "full" ? "write" : "read").toBe(access);
    const sent = resolved(requestBody?.content["application/json"]?.schema);
    expect(wrongFields(sent, body)).toEqual([]);
    expect(wrongFields(answerOf(name), answer)).toEqual([]);
  });

  it.for(ITEMS)("%s has %s", ([name, field, fields]) => {
    expect(
      wrongFields(resolved(resolved(answerOf(name).properties?.[field]).items), fields),
    ).toEqual([]);
  });

  it.for(INNER)("%s has %s", ([name, path, fields]) => {
    expect(wrongFields(objectAt(answerOf(name), path), fields)).toEqual([]);
  });

  it("a check of turnover, and one of a consignment, which needs its value", () => {
    const [turnover, consignment] = resolved(answerOf("POST /v1/vat/threshold-check")).oneOf ?? [];
    const alone = THRESHOLD_CHECK.split(" eur_only")[0] ?? "";
    expect(wrongFields(resolved(turnover), THRESHOLD_CHECK)).toEqual([]);
    expect(wrongFields(resolved(consignment), `${alone} disclaimer`)).toEqual([]);
    const { requestBody } = operation("POST /v1/vat/threshold-check");
    const [oss, ioss] = resolved(requestBody?.content["application/json"]?.schema).oneOf ?? [];
    expect(wrongFields(resolved(oss), "threshold_type from? to?")).toEqual([]);
    expect(wrongFields(resolved(ioss), "threshold_type amount_minor")).toEqual([]);
  });

  it("a locked quarter that is selected has its exports", () => {
    const selected = resolved(answerOf(`GET ${LOCKS}`).properties?.["current_period"]);
    expect(wrongFields(selected, `${LOCKED} exports`)).toEqual([]);
  });

  it.for(STATUSES)("%s answers %s", ([name, statuses]) => {
    expect(Object.keys(operation(name).responses)).toEqual(
      expect.arrayContaining(statuses.split(" ")),
    );
  });

  it("with every error of the SME check", () => {
    const { responses } = operation("POST /v1/vat/sme-eligibility");
    const codes = Object.values(responses)
      .map((one) =>
        "$ref" in one ? document.components.responses[one.$ref.split("/").at(-1) ?? ""] : one,
      )
      .flatMap(
        (one) => one?.content?.["application/json"]?.schema.properties?.["error"]?.enum ?? [],
      );
    expect(codes).toEqual(expect.arrayContaining(SME_ERRORS.split(" ")));
  });
});
