import { beforeEach, describe, expect, it } from "vitest";
import type { IsoDate } from "../../shared/core/calendar/dates.ts";
import type { ProfileAnswer } from "../../shared/vat/seller/profile.ts";
import { makeService } from "../make/supply-event.ts";
import { type Account, call, newAccount } from "../stack/api.ts";
import { committed, type Refusal, shown, summaryOf } from "../stack/seller.ts";

let seller: Account;
beforeEach(async () => {
  seller = await newAccount("moved");
});

const put = <T = ProfileAnswer>(establishment_country: string, more: object = {}) =>
  call<T>(seller.full, "PUT", "/v1/account", { establishment_country, ...more });

const MOVED = { valid_from: "2026-05-01" };

describe("a seat that moved from Sweden to Denmark", () => {
  beforeEach(async () => {
    await put("SE");
    expect((await put("DK", MOVED)).status).toBe(200);
  });

  it("has its days, and repeating the request changes nothing", async () => {
    const { body } = await call<ProfileAnswer>(seller.readOnly, "GET", "/v1/account");
    expect(body).toMatchObject({
      establishment_country: "DK",
      valid_from: "2026-05-01",
      history: [
        { establishment_country: "DK", valid_from: "2026-05-01", valid_to: null },
        { establishment_country: "SE", valid_from: null, valid_to: "2026-04-30" },
      ],
    });
    expect((await put("DK", MOVED)).body).toEqual(body);
    expect((await put("DK")).body).toEqual(body);
    expect((await call(seller.readOnly, "GET", "/v1/account")).body).toEqual(body);
  });

  it("asks for the day of a third one, and keeps what it has", async () => {
    const refused = await put<Refusal>("FI");
    expect(refused).toMatchObject({
      status: 400,
      body: {
        error: "invalid_request",
        details: [{ field: "valid_from", message: expect.stringContaining("2026-05-01") }],
      },
    });
    const { body } = await call<ProfileAnswer>(seller.readOnly, "GET", "/v1/account");
    expect(body.history).toHaveLength(2);
  });

  // Art. 58, 369a VAT Directive: a service to consumers at the seat is in the national return, and the
  // seat is that of the day of supply. Without days a late booking of February was judged by Denmark.
  it.for([
    ["before the move, booked after it", "2026-02-10", "SE", "classified", []],
    ["from the move on", "2026-05-01", "DK", "excluded", ["services_taxed_at_establishment"]],
  ] as const)("judges a service to Denmark %s", async ([, day, from, status, reasons]) => {
    const { establishment_country, ...service } = makeService({
      supply_date: day as IsoDate,
      consumption_country: "DK",
      vat_rate_bps: 2_500,
      vat_amount_minor: 2_500,
    });
    await committed(seller, service);
    expect((await shown(seller, "service-1")).body).toMatchObject({
      establishment_country: from,
      classification_status: status,
      classification_reasons: reasons,
    });
  });
});

it("debatable 6: a late service of February to Denmark is in the Swedish return of its day", async () => {
  await put("SE");
  await put("DK", MOVED);
  for (const days of [
    { member_state_identification: "SE", effective_to: "2026-04-30", status: "ended" },
    { member_state_identification: "DK", effective_from: "2026-05-01", status: "active" },
  ]) {
    const body = { scheme_type: "union_oss", effective_from: "2021-07-01", ...days };
    expect((await call(seller.full, "POST", "/v1/tax-registrations", body)).status).toBe(201);
  }
  const { establishment_country, ...late } = makeService({
    supply_date: "2026-02-10" as IsoDate,
    consumption_country: "DK",
    vat_rate_bps: 2_500,
    vat_amount_minor: 2_500,
  });
  await committed(seller, late);
  expect(await summaryOf(seller, "2026-Q1")).toMatchObject({
    member_state_identification: "SE",
    rows: [{ section: "2a", member_state_of_consumption: "DK", vat_amount_minor: 2_500 }],
    warnings: [],
  });
});

it("of two puts at once none is lost", async () => {
  await put("SE");
  const answers = await Promise.all([
    put("DK", MOVED),
    put("FI", { valid_from: "2026-08-01" }),
    put("EE", { valid_from: "2026-10-01" }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const { body } = await call<ProfileAnswer>(seller.readOnly, "GET", "/v1/account");
  expect(body.history.map((row) => row.establishment_country)).toEqual(["EE", "FI", "DK", "SE"]);
});
