import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  POINTS,
  pointCounts,
  requestedOf,
} from "../../../../shared/ledger/supply-records/supply-record.ts";
import { makeEventRecord as of } from "../../../make/event-record.ts";
import {
  makeEnergy,
  makeImport,
  makeRefund,
  makeSale,
  makeService,
} from "../../../make/supply-event.ts";

const namesOf = (event: Parameters<typeof of>[0]) => requestedOf(of(event)).map(({ name }) => name);

const unknownOf = (event: Parameters<typeof of>[0]) => {
  const made = of(event);
  return requestedOf(made)
    .filter(({ isKnown }) => !isKnown(made))
    .map(({ name }) => name);
};

const EVERYTHING = {
  description: "A lamp",
  transaction_id: "t-1",
  metadata: {
    quantity: "1",
    payment_date: "2025-08-02",
    payment_amount: "119.00 EUR",
    payments_on_account: "none",
    invoice_number: "R-1",
    proof_of_return: "parcel 7",
  },
};

describe("the points of Art. 63c", () => {
  it("are all letters of both paragraphs", () => {
    const letters = (column: "union" | "imports") =>
      [...new Set(POINTS.map((point) => point[column]).filter((one) => one !== null))].sort();
    expect(letters("union").join("")).toBe("abcdefghijkl");
    expect(letters("imports").join("")).toBe("abcdefghijklm");
  });

  it("stand in docs/records.md as they are", () => {
    const page = readFileSync("docs/records.md", "utf8");
    const rows = [...page.matchAll(/^\| `(\w+)` \| (.*?) \| (.*?) \| .*? \| (.*?) \|$/gm)];
    expect(rows.map(([, name, union, imports, source]) => [name, union, imports, source])).toEqual(
      POINTS.map(({ name, union, imports, source }) => [
        name,
        union ? `(${union})` : "–",
        imports ? `(${imports})` : "–",
        source,
      ]),
    );
  });
});

describe("what is asked", () => {
  it("of goods: where their transport began and ended", () => {
    expect(namesOf(makeSale())).toEqual([
      "member_state_of_consumption",
      "description",
      "quantity",
      "supply_date",
      "taxable_amount",
      "changes",
      "vat_rate",
      "vat_amount",
      "payments",
      "payments_on_account",
      "invoice",
      "transport_from",
      "transport_to",
    ]);
  });

  it("of services: what located the customer, and no quantity", () => {
    const names = namesOf(makeService());
    expect(names).toContain("customer_location");
    for (const name of ["quantity", "transport_from", "proof_of_return"]) {
      expect(names).not.toContain(name);
    }
  });

  it("of imports: order and consignment, and no payment on account", () => {
    const names = namesOf(makeImport());
    expect(names).toContain("order_number");
    expect(names).toContain("consignment_number");
    expect(names).not.toContain("payments_on_account");
  });

  it("of energy: no transport, which it has none of", () => {
    expect(namesOf(makeEnergy())).not.toContain("transport_from");
  });

  it.for([
    ["refund", true],
    ["cancellation", true],
    ["credit_note", true],
    ["adjustment", false],
  ] as const)("of a %s of goods: proof of the return, %s", ([event_type, isAsked]) => {
    expect(namesOf(makeRefund({ event_type })).includes("proof_of_return")).toBe(isAsked);
  });
});

describe("what is not known", () => {
  it("of a bare sale: all that events have no field for", () => {
    expect(unknownOf(makeSale())).toEqual([
      "description",
      "quantity",
      "payments",
      "payments_on_account",
      "invoice",
    ]);
  });

  it("is nothing where everything was given", () => {
    expect(unknownOf(makeSale(EVERYTHING))).toEqual([]);
    const located = { location_evidence: [{ kind: "ip", country: "DE" }] };
    expect(unknownOf(makeService({ ...EVERYTHING, ...located }))).toEqual([]);
    const consignment = {
      id: "c-1",
      intrinsic_value_minor: 100,
      currency: "EUR" as const,
      excise_goods: false,
    };
    expect(unknownOf(makeImport({ ...EVERYTHING, consignment }))).toEqual([]);
  });

  it("is a payment of which only the day or only the amount was given", () => {
    expect(unknownOf(makeSale({ ...EVERYTHING, metadata: { payment_date: "x" } }))).toContain(
      "payments",
    );
  });

  it("is what a refund changes when its sale has not arrived", () => {
    const waiting = of(makeRefund(), { link: { status: "waiting" } });
    const changes = requestedOf(waiting).find(({ name }) => name === "changes");
    expect(changes?.isKnown(waiting)).toBe(false);
  });

  it("is counted, with how often it was asked", () => {
    const counts = pointCounts([of(makeSale()), of(makeSale(EVERYTHING)), of(makeService())]);
    expect(counts["quantity"]).toEqual({ asked: 2, not_known: 1 });
    expect(counts["customer_location"]).toEqual({ asked: 1, not_known: 1 });
    expect(counts["supply_date"]).toEqual({ asked: 3, not_known: 0 });
    expect(counts["proof_of_return"]).toBeUndefined();
  });
});
