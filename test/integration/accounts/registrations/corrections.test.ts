import { describe, expect, it, test } from "vitest";
import type { Registration } from "../../../../shared/vat/seller/registration.ts";
import type { RegistrationList } from "../../../../shared/vat/seller/registration-schema.ts";
import { type Account, call, newAccount } from "../../../stack/api.ts";
import { newSeller } from "../../../stack/seller.ts";
import { settleRecount } from "../../../stack/settle.ts";
import { commit, current, locked, sale } from "../../returns/locks/locking.ts";

const PATH = "/v1/tax-registrations";
const WRONG = {
  scheme_type: "non_union_oss",
  member_state_identification: "SE",
  effective_from: "2021-07-01",
  status: "active",
};
const RIGHT = { ...WRONG, scheme_type: "union_oss", vat_registration_number: "SE556000123101" };

const replace = ({ full }: Account, body: unknown, id: number | string = 1) =>
  call<Registration & { error: string; details: { field: string }[] }>(
    full,
    "POST",
    `${PATH}/${id}/replace`,
    JSON.stringify(body),
  );

const patch = ({ full }: Account, body: object) =>
  call<Registration & { error: string }>(full, "PATCH", `${PATH}/1`, body);

async function wronglyRegistered(): Promise<Account> {
  const seller = await newAccount("replaced");
  expect((await call(seller.full, "POST", PATH, WRONG)).status).toBe(201);
  return seller;
}

const registrationsOf = async ({ readOnly }: Account) =>
  (await call<RegistrationList>(readOnly, "GET", PATH)).body.items;

describe("a registration under a wrong scheme", () => {
  it("is excluded and entered anew in one step, which is one change", async () => {
    const seller = await wronglyRegistered();
    await commit(seller, sale({ event_id: "sale", supply_date: "2025-08-01" }));
    const { status, body, text } = await replace(seller, RIGHT);
    expect(status, text).toBe(201);
    expect(body).toMatchObject({ id: 2, scheme_type: "union_oss", status: "active" });
    expect((await registrationsOf(seller)).map(({ id, status }) => [id, status])).toEqual([
      [2, "active"],
      [1, "excluded"],
    ]);
    const { body: history } = await call(seller.readOnly, "GET", "/v1/account/changes?limit=1");
    expect(history).toMatchObject({
      items: [
        {
          subject: "registrations",
          changes: [
            { id: 1, before: { status: "active" }, after: { status: "excluded" } },
            { id: 2, before: null },
          ],
        },
      ],
    });
    await settleRecount(seller.account);
    expect((await locked(seller, "2025-Q3")).registration_id).toBe(2);
  });

  it("is replaced once, by repeated and by concurrent requests", async () => {
    const seller = await wronglyRegistered();
    const answers = await Promise.all(Array.from({ length: 3 }, () => replace(seller, RIGHT)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(await replace(seller, RIGHT)).toMatchObject({
      status: 409,
      body: { error: "registration_overlap" },
    });
    expect(await registrationsOf(seller)).toHaveLength(2);
  });

  test.for<[string, object, string[]]>([
    ["no scheme", { ...RIGHT, scheme_type: undefined }, ["scheme_type"]],
    ["no day", { ...RIGHT, effective_from: "yesterday" }, ["effective_from"]],
    ["no state", { ...RIGHT, member_state_identification: "CH" }, ["member_state_identification"]],
    [
      "a number of another form",
      { ...RIGHT, vat_registration_number: "1" },
      ["vat_registration_number"],
    ],
    ["an unknown field", { ...RIGHT, note: "x" }, ["note"]],
  ])("stays where the new one has %s", async ([, body, fields]) => {
    const seller = await wronglyRegistered();
    const refused = await replace(seller, body);
    expect(refused.status).toBe(400);
    expect(refused.body.details.map(({ field }) => field)).toEqual(fields);
    expect(await registrationsOf(seller)).toMatchObject([{ id: 1, status: "active" }]);
  });

  it("stays for a read-only key, under an unknown id, and once a return of it is locked", async () => {
    const seller = await newSeller();
    expect((await replace({ ...seller, full: seller.readOnly }, RIGHT)).status).toBe(403);
    expect((await replace(seller, RIGHT, 9)).status).toBe(404);
    await locked(seller, "2025-Q3");
    expect(await replace(seller, { ...RIGHT, scheme_type: "union_oss" })).toMatchObject({
      status: 409,
      body: { error: "registration_locked" },
    });
  });
});

describe("number and days of a registration", () => {
  it("are corrected while nothing of it is locked", async () => {
    const seller = await newSeller();
    await patch(seller, { vat_registration_number: "SE556000123101" });
    const { status, body } = await patch(seller, {
      vat_registration_number: "SE556000999901",
      effective_from: "2022-01-01",
      effective_to: "2029-12-31",
    });
    expect([status, body.vat_registration_number_masked]).toEqual([200, "SE**********01"]);
    expect(body).toMatchObject({ effective_from: "2022-01-01", effective_to: "2029-12-31" });
  });

  it("stay in number and state once a return is locked, while a first number and days may come", async () => {
    const seller = await newSeller();
    await locked(seller, "2025-Q3");
    const number = { vat_registration_number: "SE556000123101" };
    expect((await patch(seller, number)).status).toBe(200);
    expect((await patch(seller, { ...number, effective_to: "2029-12-31" })).status).toBe(200);
    for (const refused of [
      { vat_registration_number: "SE556000999902" },
      { vat_registration_number: "" },
      { member_state_identification: "DE", vat_registration_number: "DE811907980" },
    ]) {
      expect(await patch(seller, refused)).toMatchObject({
        status: 409,
        body: { error: "registration_locked" },
      });
    }
    expect((await current(seller, "2025-Q3")).member_state_identification).toBe("SE");
  });
});
