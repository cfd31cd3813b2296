import { describe, expect, it } from "vitest";
import { RECOGNISED_BYTES } from "../../../../shared/imports/files/json-shape.ts";
import { IMPORT_FORMATS } from "../../../../shared/imports/formats/formats.ts";
import { KNOWN_FILES, recognise } from "../../../../shared/imports/formats/recognise.ts";
import { DAMAGES, textOf, utf8 } from "../../../make/damaged-file.ts";
import { JSON_FORMATS, SAMPLES, sampleBytes } from "../../../make/import-sample.ts";
import { answersOf } from "../../../make/shop-answers.ts";

const headOf = (bytes: Uint8Array) => bytes.subarray(0, RECOGNISED_BYTES);

it("knows the file of each format", () => {
  expect(KNOWN_FILES).toEqual(IMPORT_FORMATS.map(({ file }) => file));
});

describe("a file is recognised by its first bytes", () => {
  it.each([
    ["amazon-avtr.tsv", "amazon_avtr"],
    ["amazon-vcs.csv", "amazon_vcs"],
    ["billbee-orders.json", "billbee_json"],
    ["generic.csv", "events_csv"],
    ["generic-lines.ndjson", "events_ndjson"],
    ["magento-orders.json", "magento_json"],
    ["magento-creditmemos.json", "magento_json"],
    ["shopify-orders.csv", "shopify_csv"],
    ["shopify-order-api.json", "shopify_json"],
    ["shopware-orders.json", "shopware6_json"],
    ["stripe-invoices.json", "stripe_invoices_json"],
    ["stripe-tax-itemized.csv", "stripe_itemized"],
    ["woocommerce-orders.json", "woocommerce_json"],
    ["woocommerce-refunds.json", "woocommerce_json"],
  ])("%s is %s", (file, format) => {
    expect(recognise(headOf(sampleBytes(file)))).toEqual({ format });
  });

  it.each(SAMPLES.map((sample) => [sample.format.name, sample.bytes] as const))(
    "%s with a byte order mark, and with other line ends",
    (format, bytes) => {
      const text = textOf(bytes).replace(/^\uFEFF/, "");
      expect(recognise(headOf(utf8(`\uFEFF${text}`)))).toEqual({ format });
      const unix = text.replaceAll("\r\n", "\n");
      expect(recognise(headOf(utf8(unix)))).toEqual({ format });
      expect(recognise(headOf(utf8(unix.replaceAll("\n", "\r\n"))))).toEqual({ format });
    },
  );

  it("a header in another order, with quotes, or saved with semicolons is still that of Shopify", () => {
    const [header = ""] = textOf(sampleBytes("shopify-orders.csv")).split("\n");
    const names = header.split(",").toReversed();
    expect(recognise(utf8(names.join(";")))).toEqual({ format: "shopify_csv" });
    const quoted = names.map((name) => `"${name}"`).join(",");
    expect(recognise(utf8(`${quoted}\r\n`))).toEqual({ format: "shopify_csv" });
  });

  // As woocommerce.github.io/woocommerce-rest-api-docs/#create-a-refund has it.
  it("a refund of an amount, which has no line, is WooCommerce's", () => {
    const refund = {
      ...{ id: 726, date_created: "2017-03-21T17:23:46", amount: "10.00", reason: "" },
      ...{ refunded_by: 1, refunded_payment: false, meta_data: [], line_items: [] },
    };
    expect(recognise(utf8(JSON.stringify([refund])))).toEqual({ format: "woocommerce_json" });
  });

  it("a list of orders under a name is that of the shop", () => {
    for (const file of ["shopify-order-api.json", "woocommerce-orders.json"]) {
      const { format } = recognise(sampleBytes(file));
      const orders: unknown = JSON.parse(textOf(sampleBytes(file)));
      expect(recognise(utf8(JSON.stringify({ orders })))).toEqual({ format });
    }
  });

  it.each(JSON_FORMATS)("an answer of a shop's API is %s", (name) => {
    for (const [, bytes] of answersOf(name)) {
      expect(recognise(headOf(bytes))).toEqual({ format: name });
    }
  });

  it("a head that ends within a character is no damage", () => {
    expect(recognise(utf8("Größe;Maß").subarray(0, 3))).toEqual({});
  });

  it.each(["a,b,c\n1,2,3\n", "{}", "[]", "[{}]", "hello", "\n\n"])("%j is not known", (text) => {
    expect(recognise(utf8(text))).toEqual({});
  });

  it.each(DAMAGES.filter(([what]) => !/middle|blank/.test(what)))(
    "%s is told by name",
    (_what, damage, code) => {
      expect(recognise(headOf(damage(sampleBytes("shopify-orders.csv")))).fault).toMatch(code);
    },
  );
});
