import { beforeAll, describe, expect, inject, it } from "vitest";
import type { Return } from "../../../../shared/returns/schema.ts";
import { stateWords } from "../../../../shared/vat/reference-data/state-words.ts";
import { type Read, readWorkbook } from "../../../make/workbook-reader.ts";
import { type Account, call } from "../../../stack/api.ts";
import { eachNth } from "../../../stack/soak.ts";
import { sellerIn } from "./download.ts";
import { correctionsOnly, type Event, type Home, PERIOD, rich } from "./quarters.ts";

const FRANCE: Home = { country: "FR", rate_bps: 2000 };
const DENMARK: Home = { country: "DK", rate_bps: 2500 };

const CASES: readonly [name: string, home: Home, events: readonly Event[]][] = [
  ["a rich quarter in euro", FRANCE, rich(FRANCE)],
  ["a rich quarter in Danish crowns", DENMARK, rich(DENMARK)],
  ["a quarter of corrections", FRANCE, correctionsOnly(FRANCE)],
  ["a nil quarter", FRANCE, []],
];

const PATH = `/v1/returns/union-oss/${PERIOD}`;

/** The bytes of an answer, which the usual call would read as text. */
async function bytesAt({ readOnly }: Account, path: string) {
  const response = await fetch(`${inject("stack").url}${path}`, {
    headers: { "X-API-Key": readOnly },
  });
  expect(response.status).toBe(200);
  return { headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) };
}

describe.for(CASES)("the papers of %s", ([, home, events]) => {
  let seller: Account;
  let report: Return;
  let sheets: ReturnType<typeof readWorkbook>;

  beforeAll(async () => {
    seller = await sellerIn(home, events);
    report = (await call<Return>(seller.readOnly, "GET", PATH)).body;
    const { bytes } = await bytesAt(seller, `${PATH}/working-paper`);
    sheets = readWorkbook(bytes);
  });

  /** A column of a sheet, by the beginning of its head, and what stands in the line of the sums. */
  const columnAndSum = (sheet: string, head: string) => {
    const [heads = [], ...lines] = sheets.get(sheet)?.rows ?? [];
    const at = heads.findIndex((read) => String(read).startsWith(head));
    expect(at, `${sheet}: ${head}`).toBeGreaterThanOrEqual(0);
    const isSum = (line: readonly Read[]) => line[0] === "Total";
    const values = lines.filter((line) => !isSum(line)).map((line) => line[at] ?? null);
    return { values, total: lines.find(isSum)?.[at] ?? null };
  };

  const column = (sheet: string, head: string): Read[] => columnAndSum(sheet, head).values;

  /** Numbers alone, added up in cents. */
  const sum = (values: readonly Read[]): number =>
    values.reduce<number>((total, value) => {
      expect(typeof value).toBe("number");
      return total + Math.round((value as number) * 100);
    }, 0);

  it("are numbers that add up to what the API says, to the cent", () => {
    const { totals, balances } = report;
    const positive = column("Balances", "Balance").filter(
      (_, n) => column("Balances", "Part of")[n] === "yes",
    );
    expect({
      taxable_minor: sum(column("Rows", "Taxable amount")),
      current_vat_minor: sum(column("Rows", "VAT (")),
      correction_vat_minor: sum(column("Corrections", "VAT (")),
      payable_vat_minor: sum(positive),
    }).toEqual(totals);
    expect(column("Balances", "Member State")).toEqual(
      balances.map(
        ({ member_state_of_consumption: state }) => `${state} ${stateWords("en")(state)}`,
      ),
    );
    expect(sum(column("Exclusions", "How many")) / 100).toBe(report.excluded_source_event_count);
  });

  it("have these sums below each table", () => {
    const { totals } = report;
    for (const [sheet, head, total] of [
      ["Rows", "Taxable amount", totals.taxable_minor],
      ["Rows", "VAT (", totals.current_vat_minor],
      ["Corrections", "VAT (", totals.correction_vat_minor],
      ["Balances", "VAT of the period", totals.current_vat_minor],
      ["Balances", "Total payable", totals.payable_vat_minor],
    ] as const) {
      expect(sum([columnAndSum(sheet, head).total]), `${sheet}: ${head}`).toBe(total);
    }
  });

  it("have the same rows as the API, one by one", () => {
    expect(column("Rows", "VAT (").map((value) => Math.round(Number(value) * 100))).toEqual(
      report.rows.map((row) => row.vat_amount_minor),
    );
    expect(column("Rows", "VAT rate").map((value) => Math.round(Number(value) * 100))).toEqual(
      report.rows.map((row) => row.vat_rate_bps),
    );
    expect(column("Rates", "Units").map(Number)).toEqual(
      report.exchange_rates.map(({ rate }) => Number(rate)),
    );
  });

  it("name requests that list as many events as they say", async () => {
    for (const [, events_said, request] of eachNth(9, sheets.get("Events")?.rows.slice(1) ?? [])) {
      const path = String(request).replace("GET ", "");
      const { status, body, text } = await call<{ items: unknown[]; next_cursor: null }>(
        seller.readOnly,
        "GET",
        `${path}&limit=200`,
      );
      expect(status, text).toBe(200);
      expect([body.items.length, body.next_cursor], path).toEqual([events_said, null]);
    }
  });
});

describe("a working paper", () => {
  it("is a download of a workbook, for a seller who has a registration", async () => {
    const seller = await sellerIn(FRANCE, []);
    const { headers } = await bytesAt(seller, `${PATH}/working-paper`);
    expect(headers.get("content-type")).toBe(
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    );
    expect(headers.get("content-disposition")).toBe(
      `attachment; filename="union-oss-FR-${PERIOD}-working-paper.xlsx"`,
    );
    const { status, body } = await call(
      seller.full,
      "GET",
      "/v1/returns/ioss/2024-05/working-paper",
    );
    expect([status, body["error"]]).toEqual([422, "registration_required"]);
  });
});

describe("the accountant report as a page", () => {
  let seller: Account;
  beforeAll(async () => {
    seller = await sellerIn(DENMARK, rich(DENMARK));
  });

  it.for([`/v1/reports/oss-accountant-report?period=${PERIOD}&`, `${PATH}/accountant-report?`])(
    "%s",
    async (path) => {
      const { body } = await call<{ summary: { totals: Record<string, string> } }>(
        seller.readOnly,
        "GET",
        `${path}format=json`,
      );
      const { text, headers } = await call(seller.readOnly, "GET", `${path}format=html`);
      expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
      expect(headers.get("content-disposition")).toBe(
        `inline; filename="union-oss-DK-${PERIOD}-accountant-report.html"`,
      );
      expect(headers.get("content-security-policy")).toBe(
        "default-src 'none'; style-src 'unsafe-inline'",
      );
      const plain = text.replaceAll(/(?<=\d),(?=\d{3})/g, "");
      for (const amount of Object.values(body.summary.totals)) {
        expect(plain).toContain(`<td class="n">${amount}</td>`);
      }
    },
  );
});
