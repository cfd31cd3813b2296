import { beforeAll, describe, expect, it, test } from "vitest";
import type {
  AccountantReport,
  BreakdownPackage,
  SummaryPackage,
} from "../../../../shared/returns/documents/schema.ts";
import type { CountryBreakdown, Return } from "../../../../shared/returns/schema.ts";
import { type Account, call, newAccount } from "../../../stack/api.ts";
import { eachNth, everyTurn, turn } from "../../../stack/soak.ts";
import { linesOf } from "../documents/download.ts";
import { balanceIn, correctionIn, countryIn, rowIn, totalsIn } from "../documents/minor-units.ts";
import { CASES, type Case, got, sellerOf } from "./sellers.ts";

const pathOf = ({ slug, period }: Case, view = "") => `/v1/returns/${slug}/${period}${view}`;

const VIEWS = [
  "",
  "/country-breakdown",
  "/export?view=summary&format=csv",
  "/accountant-report",
  "/events",
];

describe.for(CASES)("$slug", (one) => {
  /** All views of each scheme in a soak; in `npm test` each of them of one scheme, of another one at each turn. */
  const views = VIEWS.filter(
    (_, n) => everyTurn || (n + turn) % CASES.length === CASES.indexOf(one),
  );
  let seller: Account;
  beforeAll(async () => {
    seller = await sellerOf(one);
  });
  const view = async <Body>(name = "") => got<Body>(seller, pathOf(one, name));

  it("has rows, a correction and what is left out", async () => {
    const report = await view<Return>();
    expect(report).toMatchObject({
      scheme_type: one.scheme_type,
      period_key: one.period,
      member_state_identification: one.state,
      return_currency: "EUR",
      total_source_event_count: 10,
      included_source_event_count: 7,
      excluded_source_event_count: 3,
      warnings: [
        { code: "needs_review_excluded", count: 1 },
        { code: "unsupported_rate_category_excluded", count: 1 },
        { code: "correction_reference_missing_excluded", count: 1 },
      ],
      corrections: [{ member_state_of_consumption: "DE", vat_amount_minor: -190 }],
    });
    expect(report.rows.map((row) => [row.member_state_of_consumption, row.vat_rate_bps])).toEqual([
      ["DE", 1_900],
      ["DE", 700],
      ["FR", 2_000],
    ]);
    const hasSections = one.slug === "union-oss";
    expect(report.rows.every(({ section }) => (section !== null) === hasSections)).toBe(true);
  });

  it("ties to the cent in every view and file", async () => {
    const [report, breakdown, summary, byCountry, accountant] = await Promise.all([
      view<Return>(),
      view<CountryBreakdown>("/country-breakdown"),
      view<SummaryPackage>("/export?view=summary&format=json"),
      view<BreakdownPackage>("/export?view=breakdown&format=json"),
      view<AccountantReport>("/accountant-report"),
    ]);
    for (const { totals, rows, corrections, balances } of [summary.report, accountant.summary]) {
      expect(totalsIn(totals)).toEqual(report.totals);
      expect(rows.map(rowIn)).toEqual(report.rows);
      expect(corrections.map(correctionIn)).toEqual(report.corrections);
      expect(balances.map(balanceIn)).toEqual(report.balances);
    }
    for (const { totals, countries } of [byCountry.report, accountant.country_breakdown]) {
      expect(totalsIn(totals)).toEqual(report.totals);
      expect(countries.map(countryIn)).toEqual(breakdown.countries);
    }
    const sum = breakdown.countries.reduce((vat, { totals }) => vat + totals.current_vat_minor, 0);
    expect(sum).toBe(report.totals.current_vat_minor);
    expect(accountant.filing_context.filing_state).toBe("review_required");
  });

  it.for([
    ["view=summary&format=csv", "summary.csv", 3 + 1 + 2],
    ["view=breakdown&format=csv", "country-breakdown.csv", 3 + 1 + 2],
  ] as const)("is a CSV of its own name: %s", async ([query, name, count]) => {
    const { readOnly } = seller;
    const answer = await call(readOnly, "GET", pathOf(one, `/export?${query}`));
    const file = `${one.slug}-${one.state}-${one.period}-${name}`;
    expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="${file}"`);
    const lines = linesOf(answer.text);
    expect(lines).toHaveLength(count);
    for (const line of lines) {
      expect(line).toMatchObject({ scheme_type: one.scheme_type, period_key: one.period });
    }
    const sections = lines.filter((line) => line["record_type"] === "row");
    const empty = sections.map((line) => line["section"] === "");
    expect(new Set(empty)).toEqual(new Set([one.slug !== "union-oss"]));
  });

  test.for(views)("%s: refuses a period of the wrong kind, and one that is none", async (name) => {
    const { readOnly } = seller;
    for (const period of [one.wrong, "2025-Q5", "2025-13", "2025"]) {
      const refused = await call(readOnly, "GET", pathOf({ ...one, period }, name));
      expect(refused).toMatchObject({ status: 400, body: { error: "invalid_period" } });
    }
  });

  test.for(views)("%s: 422 without a registration, and under one that makes none", async (name) => {
    const refused = { status: 422, body: { error: "registration_required" } };
    expect(await call((await newAccount()).readOnly, "GET", pathOf(one, name))).toMatchObject(
      refused,
    );
    const glue = name.includes("?") ? "&" : "?";
    const path = `${pathOf(one, name)}${glue}registration_id=7`;
    const answer = await call(seller.readOnly, "GET", path);
    expect(answer).toMatchObject(refused);
    expect(answer.text).toContain("with id 7");
  });
});

describe("the Union scheme", () => {
  const [union] = CASES as [Case];

  it("answers as the specified paths do", async () => {
    const seller = await sellerOf(union);
    for (const [specified, name] of [
      ["oss-quarterly-summary", ""],
      ["country-vat-breakdown", "/country-breakdown"],
    ]) {
      const path = `/v1/reports/${specified}?period=${union.period}`;
      expect(await got(seller, pathOf(union, name))).toEqual(await got(seller, path));
    }
  });
});

describe("refusals", () => {
  const ask = async (path: string) => {
    const { readOnly }: Account = await newAccount();
    return call(readOnly, "GET", path);
  };

  it.for(eachNth(2, ["union_oss", "Union-OSS", "oss", "import"]))(
    "404 for the scheme %s",
    async (scheme) => {
      for (const name of VIEWS) {
        const answer = await ask(`/v1/returns/${scheme}/2025-Q3${name}`);
        expect(answer).toMatchObject({ status: 404, body: { error: "not_found" } });
      }
    },
  );

  it.for([
    "/export?format=csv",
    "/export?view=summary",
    "/export?view=summary&format=xml",
    "?registration_id=0",
    "?registration_id=one",
    "?limit=2",
  ])("400 for %s", async (query) => {
    const answer = await ask(`/v1/returns/union-oss/2025-Q3${query}`);
    expect(answer).toMatchObject({ status: 400, body: { error: "invalid_request" } });
  });
});
