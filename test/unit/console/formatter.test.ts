import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatterFor } from "../../../console/src/format/formatter.ts";
import { localeFor } from "../../../console/src/format/locale.ts";

const en = formatterFor("en-GB", "Northern Ireland");
const de = formatterFor("de-DE", "Nordirland");
/** Intl separates with spaces that do not break. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");

describe("an amount", () => {
  it.for([
    [en, 123_450, "EUR", "€1,234.50"],
    [de, 123_450, "EUR", "1.234,50 €"],
    [de, -5, "EUR", "\u22120,05 €"],
    [en, 1_500, "JPY", "JP¥1,500"],
    [de, 123_456, "HUF", "1.234,56 HUF"],
    [de, 1_234_567, "KWD", "1.234,567 KWD"],
    [en, 9_007_199_254_740_991, "EUR", "€90,071,992,547,409.91"],
  ] as const)("%#: %s minor units of %s", ([format, minor, currency, shown]) => {
    expect(plain(format.amount(minor, currency))).toBe(shown);
  });

  it("shows the digits of its minor units, whatever its size", () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (minor) => {
        const digits = de.plainAmount(minor, "EUR").replaceAll(/\D/g, "");
        expect(BigInt(digits)).toBe(BigInt(Math.abs(minor)));
      }),
    );
  });
});

describe("other figures", () => {
  it("are written as the reader's language does", () => {
    expect(plain(de.rate(2_550))).toBe("25,5 %");
    expect(en.rate(1_900)).toBe("19%");
    expect(en.rate(5)).toBe("0.05%");
    expect(de.count(12_345)).toBe("12.345");
    // An exchange rate of four digits is no number of thousands.
    expect(en.decimal("-9.2773")).toBe("−9.2773");
    expect([de.decimal("24.514"), de.decimal("1655.20"), en.decimal("7.4744")]).toEqual([
      "24,514",
      "1.655,20",
      "7.4744",
    ]);
    expect(de.day("2026-07-31")).toBe("31.07.2026");
    expect([0, 1, 2].map(en.relativeDay)).toEqual(["today", "tomorrow", "in 2 days"]);
    expect(en.period("2026-Q2")).toBe("Q2 2026");
    expect(de.period("2026-05")).toBe("Mai 2026");
  });

  it("name countries by the codes of returns, and show what is none as it is", () => {
    expect(["DE", "EL", "GR", "XI"].map(de.country)).toEqual([
      "Deutschland",
      "Griechenland",
      "Griechenland",
      "Nordirland",
    ]);
    expect(en.country("<b>")).toBe("<b>");
  });
});

it.for([
  ["de", ["en-GB", "de-AT", "de-DE"], "de-AT"],
  ["en", ["en-US@posix"], "en"],
  ["en", ["en-US@posix", "en-GB"], "en-GB"],
  ["de", [], "de"],
] as const)(
  "figures in %s are written for the first of %s that speaks it: %s",
  ([language, of, locale]) => {
    expect(localeFor(language, of)).toBe(locale);
    expect(formatterFor(localeFor(language, of), "").count(1)).toBe("1");
  },
);
