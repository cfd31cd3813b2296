import jsqr from "jsqr";
import { describe, expect, it, test } from "vitest";
import { type IsoDate, type Period, periodNamed } from "../../../shared/core/calendar/dates.ts";
import type { Currency } from "../../../shared/core/money/money.ts";
import {
  creditTransferOf,
  pain001,
  paymentOrder,
} from "../../../shared/filing/payment/payment-order.ts";
import { PaymentOrderRequest } from "../../../shared/filing/payment/schema.ts";
import type { NeutralReturn } from "../../../shared/filing/portal-files/neutral-return.ts";
import { errorOf } from "../../make/refusal.ts";
import { EPC, ISO, schemaFaults } from "../../stack/pain-001.ts";

const CREDITOR = { name: "Bundeskasse Trier", iban: "DE89370400440532013000", bic: "COBADEFFXXX" };
const DEBTOR = { name: "Müller & Söhne GmbH", iban: "FR1420041010050500013M02606" };

const context = (return_currency: Currency = "EUR", outstanding_minor = 123_456) => ({
  neutral: {
    scheme: "union_oss",
    identification: { member_state: "DE", number_masked: "DE*******80" },
  } as NeutralReturn,
  period: periodNamed("2026-Q2") as Period,
  payment: { return_currency, outstanding_minor },
  now: new Date("2026-07-20T10:11:12.345Z"),
  today: "2026-07-20" as IsoDate,
});

const made = (request: object, currency?: Currency, outstanding?: number) => {
  const body = { creditor: CREDITOR, vat_number: "811907980", ...request };
  return paymentOrder(PaymentOrderRequest.parse(body), context(currency, outstanding));
};

/** The module is CommonJS, and its types speak of a default export. */
const readQr = jsqr as unknown as typeof jsqr.default;

it("the reference alone is a text, also when nothing is outstanding", () => {
  const request = { format: "reference", creditor: undefined };
  const { bytes, content_type, file_name } = made(request, "EUR", 0);
  expect(new TextDecoder().decode(bytes)).toBe("DE/DE811907980/Q2.2026");
  expect([content_type, file_name]).toEqual(["text/plain; charset=utf-8", "payment-2026-Q2.txt"]);
  const wrong = errorOf(() => made({ ...request, vat_number: "1" }));
  expect(wrong.details?.[0]).toMatchObject({ field: "vat_number" });
});

describe("pain.001", () => {
  test.for([
    [{ debtor: DEBTOR }, "EUR"],
    [{ debtor: { ...DEBTOR, bic: "BNPAFRPP" }, execution_date: "2026-07-31" }, "EUR"],
    [{ debtor: DEBTOR, execution_date: "2026-07-20" }, "EUR"],
    [{ debtor: DEBTOR, amount_minor: 1, reference: "x".repeat(140), vat_number: undefined }, "EUR"],
    [{ debtor: DEBTOR, creditor: { name: "Skatteverket", iban: CREDITOR.iban } }, "SEK"],
  ] as const)("of %j in %s is valid against its schemas", ([request, currency]) => {
    const { bytes } = made({ format: "pain_001", ...request }, currency);
    expect(schemaFaults(bytes, currency === "EUR" ? [ISO, EPC] : [ISO])).toEqual([]);
  });

  it("says whom, how much and under which reference", () => {
    const { bytes, file_name } = made({ format: "pain_001", debtor: DEBTOR });
    const text = new TextDecoder().decode(bytes);
    expect(file_name).toBe("payment-2026-Q2.xml");
    for (const part of [
      "<MsgId>OSS-2026-Q2-20260720101112345</MsgId>",
      "<CtrlSum>1234.56</CtrlSum>",
      '<InstdAmt Ccy="EUR">1234.56</InstdAmt>',
      "<EndToEndId>DE/DE811907980/Q2.2026</EndToEndId>",
      "<Ustrd>DE/DE811907980/Q2.2026</Ustrd>",
      "<Nm>Muller + Sohne GmbH</Nm>",
      "<Dt>2026-07-20</Dt>",
    ]) {
      expect(text).toContain(part);
    }
  });

  it("of many returns has a part for each currency, and their count and sum", () => {
    const transfer = (body: object, currency: Currency) => {
      const request = { format: "pain_001", debtor: DEBTOR, creditor: CREDITOR, ...body };
      return creditTransferOf(PaymentOrderRequest.parse(request), context(currency));
    };
    const bytes = pain001([
      transfer({ vat_number: "811907980" }, "EUR"),
      transfer({ reference: "another", amount_minor: 1 }, "EUR"),
      transfer({ reference: "in kronor", amount_minor: 5_000 }, "SEK"),
    ]);
    expect(schemaFaults(bytes, [ISO])).toEqual([]);
    const text = new TextDecoder().decode(bytes);
    const found = [...text.matchAll(/<NbOfTxs>(\d+)<\/NbOfTxs>\s*<CtrlSum>([\d.]+)</g)];
    expect(found.map(([, count, sum]) => [count, sum])).toEqual([
      ["3", "1284.57"],
      ["2", "1234.57"],
      ["1", "50.00"],
    ]);
    const ids = [...text.matchAll(/<PmtInfId>(.+)<\/PmtInfId>/g)].map(([, id]) => id);
    expect(ids).toEqual(["OSS-2026-Q2-20260720101112345-EUR", "OSS-2026-Q2-20260720101112345-SEK"]);
  });

  it("is not valid without its debtor, so the schemas check something", () => {
    const { bytes } = made({ format: "pain_001", debtor: DEBTOR });
    const text = new TextDecoder().decode(bytes).replace(/<DbtrAcct>[\s\S]*<\/DbtrAcct>/, "");
    expect(schemaFaults(new TextEncoder().encode(text), [ISO, EPC])).toHaveLength(2);
  });
});

describe("the QR code", () => {
  /** Draws the squares of the picture, eight points wide each, and reads them with another library. */
  function read(svg: string): string | undefined {
    const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
    const dark = squaresOf(/ d="([^"]+)"/.exec(svg)?.[1] ?? "");
    const wide = size * 8;
    const pixels = new Uint8ClampedArray(wide * wide * 4).fill(255);
    for (let y = 0; y < wide; y += 1) {
      for (let x = 0; x < wide; x += 1) {
        if (dark.has(`${x >> 3} ${y >> 3}`))
          pixels.fill(0, (y * wide + x) * 4, (y * wide + x) * 4 + 3);
      }
    }
    return readQr(pixels, wide, wide)?.data;
  }

  /** Reads a path of squares: each is a move to its corner, absolute or relative, and three sides. */
  function squaresOf(path: string): Set<string> {
    const squares = new Set<string>();
    let [x, y] = [0, 0];
    for (const [, kind, a, b] of path.matchAll(/([Mm])\s*(-?\d+)[ ,]?(-?\d+)/g)) {
      [x, y] = kind === "M" ? [Number(a), Number(b)] : [x + Number(a), y + Number(b)];
      squares.add(`${x} ${y}`);
    }
    return squares;
  }

  test.for([
    [{}, 123_456, "EUR1234.56", "DE/DE811907980/Q2.2026"],
    [{ amount_minor: 1 }, 0, "EUR0.01", "DE/DE811907980/Q2.2026"],
    [
      { vat_number: undefined, reference: "Öl ".repeat(40).trim() },
      5,
      "EUR0.05",
      "Ol ".repeat(40).trim(),
    ],
  ] as const)("of %j reads back as EPC069-12", ([request, outstanding, amount, reference]) => {
    const file = made({ format: "epc_qr", ...request }, "EUR", outstanding);
    expect(file.content_type).toBe("image/svg+xml");
    expect(read(new TextDecoder().decode(file.bytes))?.split("\n")).toEqual([
      "BCD",
      "002",
      "1",
      "SCT",
      CREDITOR.bic,
      CREDITOR.name,
      CREDITOR.iban,
      amount,
      "",
      "",
      reference,
    ]);
  });
});

test.for([
  [{ format: "epc_qr" }, "SEK", "format"],
  [{ format: "epc_qr", creditor: { ...CREDITOR, name: "ß".repeat(36) } }, "EUR", "creditor.name"],
  [{ format: "epc_qr", vat_number: "DE123456789" }, "EUR", "vat_number"],
  [{ format: "epc_qr", vat_number: "FR1" }, "EUR", "vat_number"],
  [{ format: "epc_qr", creditor: { ...CREDITOR, name: "Казна" } }, "EUR", "creditor.name"],
  [{ format: "pain_001", debtor: DEBTOR, execution_date: "2026-07-19" }, "EUR", "execution_date"],
] as const)("%j in %s is at fault at %s", ([request, currency, field]) => {
  expect(() => made(request, currency)).toThrow(`${field}: `);
});

it("asks for an amount where nothing is outstanding", () => {
  expect(() => made({ format: "epc_qr" }, "EUR", 0)).toThrow("amount_minor: is needed");
});
