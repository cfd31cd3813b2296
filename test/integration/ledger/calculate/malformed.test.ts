import { beforeAll, describe, expect, it } from "vitest";
import { MALFORMED_CALCULATIONS } from "../../../make/malformed-calculations.ts";
import { type Account, call, newAccount } from "../../../stack/api.ts";
import { CALCULATE, listed, makeCalculation } from "../../../stack/calculations.ts";
import type { Refusal } from "../../../stack/seller.ts";

let account: Account;

beforeAll(async () => {
  account = await newAccount("malformed");
});

const send = (body: unknown, headers: Record<string, string> = {}) =>
  call<Refusal>(account.full, "POST", CALCULATE, body, headers);

describe("a calculation is refused", () => {
  it.for(MALFORMED_CALCULATIONS)("%s", async ([, body, fields]) => {
    const answer = await send(body);
    expect([answer.status, answer.body.error]).toEqual([400, "invalid_request"]);
    const named = [...new Set(answer.body.details?.map(({ field }) => field))].sort();
    expect(named).toEqual([...fields].sort());
  });

  it.for(["", "{", "[1,", "country=DE", '{"country":"DE",}'])("%j", async (body) => {
    const answer = await send(body);
    expect([answer.status, answer.body.error]).toEqual([400, "invalid_json"]);
  });

  it.for(["my shop", "", "x".repeat(101)])("with the source tag %j", async (tag) => {
    const { status, body } = await send(makeCalculation(), { "X-Source-ID": tag });
    expect([status, body.details]).toMatchObject([400, [{ field: "X-Source-ID" }]]);
  });

  it("for all its faults at once", async () => {
    const { body } = await send({ country: "xx", currency: "?", lines: [{}], supply: {} });
    expect(body.details?.map(({ field }) => field).sort()).toEqual([
      "country",
      "currency",
      "lines.0.gross_amount_minor",
      "lines.0.tax_class_id",
      "price_includes_vat",
      "supply.supply_kind",
    ]);
  });

  it("and none is kept", async () => {
    expect((await listed(account)).body.items).toEqual([]);
  });

  it("without repeating a VAT number", async () => {
    const supply = {
      supply_kind: "goods",
      dispatch_country: "DE",
      customer_vat_number: "SECRET99",
    };
    const { text } = await send(makeCalculation({ supply }));
    expect(text).not.toContain("SECRET");
  });
});
