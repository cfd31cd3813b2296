import { readFileSync } from "node:fs";
import { seeded } from "../../scripts/demo/dice.ts";
import { IMPORT_FORMATS } from "../../shared/imports/formats/formats.ts";
import type { ImportFormat } from "../../shared/imports/formats/import-format.ts";

const FOLDER = new URL("../imports/samples/", import.meta.url);

export const sampleBytes = (file: string): Uint8Array => readFileSync(new URL(file, FOLDER));
const textOf = (file: string): string => readFileSync(new URL(file, FOLDER), "utf8");

/** What the sample says of a row. */
export type ExpectedRow = {
  readonly at: string;
  readonly outcome: "event" | "excluded" | "unresolved" | "rejected";
  readonly events?: readonly Record<string, unknown>[];
  readonly findings?: readonly string[];
  readonly reason?: string;
  readonly column?: string;
};

export type Sample = {
  readonly format: ImportFormat;
  readonly settings: Record<string, unknown>;
  readonly rows: readonly ExpectedRow[];
  readonly bytes: Uint8Array;
  /** The pieces that may stand in any order, with what stands before and after them. */
  readonly pieces: { head: string; tail: string; separator: string; records: readonly string[] };
};

type Expected = {
  settings: Record<string, unknown>;
  rows: (Omit<ExpectedRow, "at"> & { at?: string; row?: number })[];
};

const lines = (text: string, separator: string) => text.trimEnd().split(separator);

/** Lines of a table; those that go on with the order before them stay with it. */
function tablePieces(file: string, separator: string, continues = (_line: string) => false) {
  const [head = "", ...rows] = lines(textOf(file), separator);
  const records: string[] = [];
  for (const row of rows) {
    const last = records.at(-1);
    if (continues(row) && last !== undefined) records.splice(-1, 1, `${last}${separator}${row}`);
    else records.push(row);
  }
  return { head: `${head}${separator}`, tail: separator, separator, records };
}

const arrayPieces = (values: readonly unknown[]) => ({
  head: "[",
  tail: "]",
  separator: ",",
  records: values.map((value) => JSON.stringify(value)),
});

function sampleOf(name: string, expected: string, pieces: Sample["pieces"], file?: string): Sample {
  const format = IMPORT_FORMATS.find((importFormat) => importFormat.name === name);
  if (!format) throw new RangeError(`no format is called ${name}`);
  const { settings, rows } = JSON.parse(textOf(expected)) as Expected;
  const { head, records, separator, tail } = pieces;
  return {
    format,
    settings,
    rows: rows.map(({ row, at, ...rest }) => ({ ...rest, at: at ?? String(row) })),
    bytes: file
      ? sampleBytes(file)
      : new TextEncoder().encode(head + records.join(separator) + tail),
    pieces,
  };
}

const WOO = {
  orders: JSON.parse(textOf("woocommerce-orders.json")) as unknown[],
  refunds: JSON.parse(textOf("woocommerce-refunds.json")) as unknown[],
};

/** The orders of an answer of a shop's API, under their name. */
const answerPieces = (name: string, values: readonly unknown[]) => ({
  ...arrayPieces(values),
  head: `{"total":${values.length},"${name}":[`,
  tail: "]}",
});

const listIn = (file: string, name: string) =>
  (JSON.parse(textOf(file)) as Record<string, unknown[]>)[name] ?? [];
const BILLBEE = listIn("billbee-orders.json", "Data");
const MAGENTO = [
  ...listIn("magento-orders.json", "items"),
  ...listIn("magento-creditmemos.json", "items"),
];
const SHOPWARE = listIn("shopware-orders.json", "data");

/** Every sample; of WooCommerce orders and refunds stand in one file, as two lists. */
export const SAMPLES: readonly Sample[] = [
  sampleOf(
    "amazon_avtr",
    "amazon-avtr.expected.json",
    tablePieces("amazon-avtr.tsv", "\r\n"),
    "amazon-avtr.tsv",
  ),
  sampleOf(
    "amazon_vcs",
    "amazon-vcs.expected.json",
    tablePieces("amazon-vcs.csv", "\r\n"),
    "amazon-vcs.csv",
  ),
  sampleOf("billbee_json", "billbee-orders.expected.json", answerPieces("Data", BILLBEE)),
  sampleOf(
    "events_csv",
    "generic.expected.json",
    tablePieces("generic.csv", "\r\n"),
    "generic.csv",
  ),
  sampleOf(
    "events_ndjson",
    "generic-lines.expected.json",
    { head: "", tail: "\n", separator: "\n", records: lines(textOf("generic-lines.ndjson"), "\n") },
    "generic-lines.ndjson",
  ),
  sampleOf("magento_json", "magento.expected.json", answerPieces("items", MAGENTO)),
  sampleOf(
    "shopify_csv",
    "shopify-orders.expected.json",
    tablePieces(
      "shopify-orders.csv",
      "\n",
      (row) => row.startsWith("#") && row.split(",")[2] === "",
    ),
    "shopify-orders.csv",
  ),
  sampleOf(
    "shopify_json",
    "shopify-order-api.expected.json",
    arrayPieces(JSON.parse(textOf("shopify-order-api.json")) as unknown[]),
    "shopify-order-api.json",
  ),
  sampleOf("shopware6_json", "shopware-orders.expected.json", answerPieces("data", SHOPWARE)),
  sampleOf(
    "stripe_invoices_json",
    "stripe-invoices.expected.json",
    arrayPieces(JSON.parse(textOf("stripe-invoices.json")) as unknown[]),
    "stripe-invoices.json",
  ),
  sampleOf(
    "stripe_itemized",
    "stripe-tax-itemized.expected.json",
    tablePieces("stripe-tax-itemized.csv", "\n"),
    "stripe-tax-itemized.csv",
  ),
  sampleOf("woocommerce_json", "woocommerce.expected.json", {
    head: '{"orders":[',
    tail: "]}",
    separator: ",",
    records: [
      `${WOO.orders.map((value) => JSON.stringify(value)).join(",")}],"refunds":[${WOO.refunds.map((value) => JSON.stringify(value)).join(",")}`,
    ],
  }),
];

/** Samples of orders that are imports, with the settings of the import scheme. */
export const IMPORT_SCHEME_SAMPLES: readonly Sample[] = [
  ["amazon_avtr", "ioss-amazon-avtr.tsv", "ioss-amazon-avtr"],
  ["shopify_csv", "ioss-shopify.csv", "ioss-shopify-csv"],
  ["shopify_json", "ioss-shopify.json", "ioss-shopify"],
  ["woocommerce_json", "ioss-woocommerce.json", "ioss-woocommerce"],
].map(([name = "", file = "", expected]) => {
  const whole = { head: textOf(file), tail: "", separator: "", records: [] };
  return sampleOf(name, `${expected}.expected.json`, whole, file);
});

/** The formats of JSON, whose files are answers of a shop's API. */
export const JSON_FORMATS = IMPORT_FORMATS.filter(({ file }) => file.kind === "json").map(
  ({ name }) => name,
);

/** The orders and refunds of WooCommerce as one list, in which they may stand in any order. */
export const WOO_LIST = [...WOO.orders, ...WOO.refunds];

/** Rows whose outcome names which of two equal ids came first: they keep their order. */
const isRepeated = (record: string): boolean => /^G-1;|"event_id":"N-1"/.test(record);

/** The file of a sample with its rows in another order. */
export function shuffledBytes(sample: Sample, seed: number): Uint8Array {
  const isWoo = sample.format.name === "woocommerce_json";
  const { head, tail, separator, records } = isWoo ? arrayPieces(WOO_LIST) : sample.pieces;
  const next = seeded(seed);
  const moved = records
    .filter((record) => !isRepeated(record))
    .map((record) => ({ record, place: next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ record }) => record);
  const all = [...records.filter(isRepeated), ...moved];
  return new TextEncoder().encode(head + all.join(separator) + tail);
}
