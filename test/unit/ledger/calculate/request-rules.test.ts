import { expect, it, test } from "vitest";
import {
  batchFaults,
  bodyFaults,
  type CalculationItem,
} from "../../../../shared/ledger/calculate/schema.ts";

const price = { gross_amount_minor: 100, tax_class_id: "standard" };
const rated = { gross_amount_minor: 100, vat_rate_bps: 1_900 };
const placed = { supply: {} };
const LINES = "must not come with lines: each line has its own";
const CLASS = "required, or give vat_rate_bps";
const BOTH = "must not come with tax_class_id";

test.for<[what: string, body: unknown, faults: [field: string, message: string][]]>([
  ["a price of a class", price, []],
  ["a price at a rate", rated, []],
  ["a rate beside a class", { ...price, ...rated }, [["vat_rate_bps", BOTH]]],
  ["the same with a supply", { ...price, ...rated, ...placed }, []],
  ["neither", { gross_amount_minor: 100 }, [["tax_class_id", CLASS]]],
  ["neither, with a supply", { gross_amount_minor: 100, ...placed }, [["tax_class_id", CLASS]]],
  ["no price", { tax_class_id: "standard" }, [["gross_amount_minor", "required, or give lines"]]],
  [
    "shipping without lines",
    { ...price, shipping_amount_minor: 5 },
    [["shipping_amount_minor", "only with lines"]],
  ],
  ["lines with shipping", { lines: [price, rated], shipping_amount_minor: 5 }, []],
  [
    "lines beside a price",
    { lines: [price], ...price, vat_rate_bps: 1_900 },
    [
      ["tax_class_id", LINES],
      ["vat_rate_bps", LINES],
      ["gross_amount_minor", LINES],
    ],
  ],
  [
    "faults of two lines, and a line that is none",
    { lines: [{}, null, price, { ...price, ...rated }] },
    [
      ["lines.0.tax_class_id", CLASS],
      ["lines.3.vat_rate_bps", BOTH],
    ],
  ],
  [
    "lines at a rate and of a class, with a supply",
    { lines: [{ ...price, ...rated }], ...placed },
    [],
  ],
  ["lines that are no list", { lines: "two" }, [["tax_class_id", CLASS]]],
  ["a list", [price], []],
  ["nothing", null, []],
  ["nothing at all", undefined, []],
  ["a text", "price", []],
  [
    "items",
    { items: [price, { tax_class_id: "standard" }, 7] },
    [["items.1.gross_amount_minor", "required, or give lines"]],
  ],
  ["items that are no list", { ...price, items: 7 }, []],
])("the faults of %s", ([, body, faults]) => {
  expect(bodyFaults(body).map(({ field, message }) => [field, message])).toEqual(faults);
});

it("a batch commits under each id once", () => {
  const item = (event_id?: string) =>
    ({ ...price, ...(event_id ? { commit: { event_id } } : {}) }) as CalculationItem;
  const items = [item("a"), item(), item("b"), item("a"), item(), item("a")];
  expect(batchFaults(items)).toEqual([
    { field: "items.3.commit.event_id", message: "is that of items.0" },
    { field: "items.5.commit.event_id", message: "is that of items.0" },
  ]);
});

test.for([
  [1_999, 0],
  [2_000, 1],
] as const)("%i lines beside a price have %i faults together", ([count, faults]) => {
  const lines = Array.from({ length: count }, () => price);
  expect(batchFaults([price, { lines }] as unknown as CalculationItem[])).toEqual(
    faults ? [{ field: "items", message: "must have at most 2000 lines together" }] : [],
  );
});
