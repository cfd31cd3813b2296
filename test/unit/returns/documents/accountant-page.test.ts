import { describe, expect, it } from "vitest";
import { grouped, html, table } from "../../../../shared/core/files/html.ts";
import type { Currency } from "../../../../shared/core/money/money.ts";
import { accountantReport } from "../../../../shared/returns/documents/artifacts.ts";
import { paperOf } from "../../../../shared/returns/documents/paper.ts";
import { accountantPage } from "../../../../shared/returns/documents/printed-page.ts";
import { MADE } from "../../../make/paper.ts";
import {
  computedReturn,
  correctionTally,
  excludedTally,
  lineTally,
} from "../../../make/return-input.ts";

const full = computedReturn(
  [
    lineTally({}, 123_456_789, 23_456_790, 3),
    lineTally({ vat_rate_bps: 700, rate_category: "reduced" }, 1, 0),
    correctionTally({}, -30_000, -5_700),
    excludedTally("needs_review_excluded", 4),
  ],
  { state: "DE" },
);
const report = accountantReport(full, MADE);

const page = accountantPage(report, paperOf(full, MADE));

describe("the accountant report as a page", () => {
  it("shows every figure of the report", () => {
    const figures = [
      ...Object.values(report.summary.totals),
      ...report.summary.rows.flatMap((row) => [row.taxable_amount, row.vat_amount]),
      ...report.summary.corrections.flatMap((row) => [row.taxable_amount, row.vat_amount]),
      ...report.summary.balances.map((balance) => balance.payable_vat),
    ];
    for (const figure of figures)
      expect(page).toContain(`<td class="n">${grouped(figure, ",")}</td>`);
    expect(page).toContain("A person has still to decide whether it belongs in the return");
    expect(page).toContain(report.filing_context.explanation);
  });

  it("asks nobody for anything and runs nothing", () => {
    expect(page).not.toMatch(/<script|<link|<img|<iframe|\bsrc=|\bhref=|url\(|@import|\bon\w+=/i);
    expect(page).toMatch(/@page \{ size: A4;/);
  });

  it("has its tables line by line: corrections, balances, and what is left out", () => {
    const lines = [...page.matchAll(/<tr>(?:<t[dh][^>]*>[^<]*<\/t[dh]>)+<\/tr>/g)].map(([row]) =>
      [...row.matchAll(/>([^<]*)<\/t[dh]>/g)].map(([, cell]) => cell),
    );
    const [correction] = report.summary.corrections;
    const [balance] = report.summary.balances;
    const net = grouped(correction?.taxable_amount ?? "", ",");
    const vat = grouped(correction?.vat_amount ?? "", ",");
    const corrected = ["Q2 2025", "DE\u00A0Germany", net, vat];
    expect(lines.filter((cells) => cells[0] === "Q2 2025")).toEqual([
      [...corrected, String(correction?.event_count)],
      [...corrected, String(correction?.event_count)],
    ]);
    expect(lines).toContainEqual([
      "DE\u00A0Germany",
      grouped(balance?.current_vat ?? "", ","),
      grouped(balance?.correction_vat ?? "", ","),
      grouped(balance?.payable_vat ?? "", ","),
      "yes",
    ]);
    expect(lines.filter((cells) => cells[2] === "needs_review_excluded")).toEqual([
      ["4", expect.stringContaining("decide"), "needs_review_excluded"],
    ]);
  });

  it("has no table of corrections for a Member State without one, and notes in its language", () => {
    const without = computedReturn([lineTally({}, 100, 19, 1)], { state: "DE" });
    const pageText = accountantPage(accountantReport(without, MADE), paperOf(without, MADE));
    const [, ofCountry = ""] = pageText.split("<h3>");
    expect(ofCountry.match(/<table>/g)).toHaveLength(2);
    const [, withOne = ""] = accountantPage(report, paperOf(full, MADE)).split("<h3>");
    expect(withOne.match(/<table>/g)).toHaveLength(3);
    expect(page).toContain(
      "<title>VAT return: Müller &amp; Söhne GmbH (DE*****6789), Union scheme, Q3 2025</title>",
    );
    const german = accountantPage(report, paperOf(full, { ...MADE, language: "de" }));
    expect(german).not.toContain(report.manifest.scope_note);
    expect(page).toContain(report.manifest.scope_note);
  });

  it("leads from the shop to the return, a row for each currency, in both languages", () => {
    const money = {
      gross_amount_minor: 11_900,
      taxable_amount_minor: null,
      vat_amount_minor: null,
    };
    const at = { unread_count: 0, codes: [], links: [], more_links: 0, parts: [] };
    const business = {
      ...at,
      ...({ stage: "ledger", code: "business", sign: "minus" } as const),
      count: 3,
      amounts: [
        { currency: "EUR", ...money },
        { currency: "SEK", ...money, vat_amount_minor: 1_900 },
      ],
    };
    const bridge = { lines: [business], unknown: [] };
    const linesOf = (language: "en" | "de") =>
      accountantPage(report, paperOf(full, { ...MADE, language, bridge }))
        .split("<tr>")
        .filter((line) => line.includes("−"))
        .map((line) => [...line.matchAll(/>([^<]*)<\/td>/g)].map(([, cell]) => cell));
    expect(
      linesOf("en").filter(([name]) => name === "− Business customers (reverse charge)"),
    ).toEqual([
      ["− Business customers (reverse charge)", "3", "EUR", "119.00", "", ""],
      ["− Business customers (reverse charge)", "", "SEK", "119.00", "", "19.00"],
    ]);
    expect(
      linesOf("de").filter(([name]) => name === "− Geschäftskunden (Reverse Charge)"),
    ).toHaveLength(2);
    expect(page).not.toContain("From the shop to the return");
  });

  it("escapes whatever comes from outside", () => {
    const evil = `<script>alert("1")</script>&'`;
    const client = { ...MADE.facts.client, display_name: evil };
    const made = { ...MADE, facts: { ...MADE.facts, client } };
    const page = accountantPage(
      {
        ...report,
        manifest: { ...report.manifest, scope_note: evil, return_currency: evil as Currency },
      },
      paperOf(full, made),
    );
    expect(page).not.toContain("<script");
    const escaped = "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;";
    // The client stands in the title, the heading, the running head and the facts; note and currency once each.
    expect(page.split(escaped)).toHaveLength(7);
  });

  it("says so where there is nothing", () => {
    const nil = accountantPage(
      accountantReport(computedReturn([]), MADE),
      paperOf(computedReturn([]), MADE),
    );
    for (const sentence of ["No rows.", "No corrections.", "Nothing is left out."]) {
      expect(nil).toContain(sentence);
    }
  });

  it("has the sum of every table in its last line", () => {
    const sums = [...page.matchAll(/<tr class="total">(.*)<\/tr>/g)].map(([, cells]) => cells);
    // Rows, corrections and balances of the return; rows and corrections of its only Member State.
    expect(sums).toHaveLength(5);
    for (const sum of ["1,234,567.90", "-57.00", "234,510.90"]) {
      expect(sums.join("")).toContain(`<th class="n">${sum}</th>`);
    }
  });

  it("names the client at the head of every printed page, in either language", () => {
    const german = { ...MADE, language: "de" as const };
    const pageText = accountantPage(report, paperOf(full, german));
    expect(page).toContain("<span>Müller &amp; Söhne GmbH (DE*****6789)</span>");
    expect(page).toContain("<span>Union scheme, Q3 2025</span><span>open</span>");
    expect(pageText).toContain("<span>EU-Regelung, Q3 2025</span><span>offen</span>");
    expect(pageText).toContain('<html lang="de">');
    for (const words of ["Mandant", "Bemessungsgrundlage", "Wartet auf die Entscheidung"]) {
      expect(pageText).toContain(words);
    }
  });

  it("has figures with a decimal comma in German", () => {
    const german = { ...MADE, language: "de" as const };
    const page = accountantPage(report, paperOf(full, german));
    expect(page).toContain('<th class="n">1.234.567,90</th>');
    expect(page).toContain('<td class="n">19,00</td>');
    expect(page).not.toMatch(/class="n">[^<]*\.\d\d</);
  });

  it("is closed as it was opened", () => {
    const opened = [
      ...page.matchAll(/<(h\d|p|table|thead|tbody|tr|th|td|body|html|style|title)\b/g),
    ];
    const closed = [
      ...page.matchAll(/<\/(h\d|p|table|thead|tbody|tr|th|td|body|html|style|title)>/g),
    ];
    const counts = (all: RegExpMatchArray[]) =>
      Object.fromEntries(
        Map.groupBy(all, ([, tag]) => tag)
          .entries()
          .map(([tag, of]) => [tag, of.length]),
      );
    expect(counts(opened)).toEqual(counts(closed));
  });
});

describe("a piece of HTML", () => {
  it("takes pieces as they are and escapes the rest", () => {
    expect(html`<p>${"a<b"}${html`<b>${1}</b>`}${[html`<i></i>`, html`&amp;`]}</p>`.markup).toBe(
      "<p>a&lt;b<b>1</b><i></i>&amp;</p>",
    );
  });
});

describe("a table", () => {
  it("escapes heads and cells, and leaves nothing for null", () => {
    const columns = [
      { head: "<A>", of: (line: string) => line },
      { head: "B", of: () => null, isNumber: true },
    ] as const;
    expect(table(columns, ["&"], "").markup.replaceAll("\n", "")).toBe(
      '<table><thead><tr><th>&lt;A&gt;</th><th class="n">B</th></tr></thead><tbody><tr><td>&amp;</td><td class="n"></td></tr></tbody></table>',
    );
  });
});

describe("an amount in groups", () => {
  it.for([
    ["0.00", "0.00"],
    ["999.99", "999.99"],
    ["1000.00", "1 000.00"],
    ["-1234567.123456", "-1 234 567.123456"],
    ["15000", "15 000"],
  ] as const)("%s is %s", ([amount, text]) => {
    expect(grouped(amount, "\u202f")).toBe(text.replaceAll(" ", "\u202f"));
  });
});
