import { textOf, utf8 } from "./damaged-file.ts";
import { SAMPLES } from "./import-sample.ts";

type Cells = Readonly<Record<string, string>>;

const SAMPLE = SAMPLES.find(({ format }) => format.name === "amazon_avtr");
const [HEADER = ""] = textOf(SAMPLE?.bytes ?? new Uint8Array()).split("\r\n");
const NAMES = HEADER.replace(/^\uFEFF/, "").split("\t");

/** A row of Amazon's report with these cells. */
export const amazonRow = (cells: Cells): string =>
  NAMES.map((name) => cells[name] ?? "").join("\t");

/** A transfer from Germany to Poland in October 2026. */
export const amazonTransfer = (n: number, cells: Cells = {}): string =>
  amazonRow({
    SALES_CHANNEL: "AFN",
    TRANSACTION_TYPE: "FC_TRANSFER",
    TRANSACTION_EVENT_ID: `FBA${n}`,
    ACTIVITY_TRANSACTION_ID: `FBA${n}`,
    TRANSACTION_DEPART_DATE: "04-10-2026",
    TRANSACTION_COMPLETE_DATE: "08-10-2026",
    SELLER_SKU: `SKU-${n}`,
    QTY: "2",
    DEPARTURE_COUNTRY: "DE",
    ARRIVAL_COUNTRY: "PL",
    ...cells,
  });

/** The cost of an article of a transfer. */
export const AMAZON_COST = { COST_PRICE_OF_ITEMS: "12.5", TRANSACTION_CURRENCY_CODE: "EUR" };

/** An import of Amazon's report with these rows. */
export const amazonReport = (rows: readonly string[]) => ({
  format: "amazon_avtr",
  settings: { source_id: "amazon" },
  bytes: utf8([HEADER, ...rows].join("\r\n")),
});
