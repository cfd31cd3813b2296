import { beforeAll, describe, expect, it, test } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { LedgerId } from "../../../../shared/core/ids.ts";
import type { NilReturnResult } from "../../../../shared/returns/locks/state.ts";
import { makeSale } from "../../../make/supply-event.ts";
import { type Account, call } from "../../../stack/api.ts";
import { newPerson, newPractice, type SignedIn } from "../../../stack/people.ts";
import { committed, newSeller, type Refusal } from "../../../stack/seller.ts";
import { settleRecount } from "../../../stack/settle.ts";
import { listed } from "./locking.ts";

const PATH = "/v1/returns/union-oss/nil-returns";

type Body = { readonly items: readonly NilReturnResult[] } & Partial<Refusal>;

const lockNil = ({ full }: Account, period_keys: readonly string[], path = PATH) =>
  call<Body>(full, "POST", path, { period_keys });

const outcomes = ({ items }: Body) => items.map((one) => [one.period_key, one.result, one.error]);

let seller: Account;

beforeAll(async () => {
  seller = await newSeller("SE");
  await committed(seller, makeSale({ supply_date: "2025-05-06" as IsoDate }));
  await settleRecount(seller.account);
});

describe("POST /v1/returns/{scheme}/nil-returns", () => {
  it("locks several periods, the oldest first, and leads to the sheet of each", async () => {
    const { status, body } = await lockNil(seller, ["2025-Q1", "2024-Q3", "2024-Q4"]);
    expect(status).toBe(200);
    expect(outcomes(body)).toEqual([
      ["2024-Q3", "locked", null],
      ["2024-Q4", "locked", null],
      ["2025-Q1", "locked", null],
    ]);
    const { items } = await listed(seller);
    expect(items.map(({ period_key }) => period_key)).toEqual(["2025-Q1", "2024-Q4", "2024-Q3"]);
    const [newest, middle, oldest] = items;
    expect(newest?.previous_sha256).toBe(middle?.sha256);
    expect(middle?.previous_sha256).toBe(oldest?.sha256);
    for (const { nil_return_eligible } of items) expect(nil_return_eligible).toBe(true);
    for (const { entry_sheet } of body.items) {
      const sheet = await call(seller.readOnly, "GET", String(entry_sheet));
      expect(sheet).toMatchObject({ status: 200, body: { is_nil: true, status: "locked" } });
    }
  });

  it("states the day of submission of each, which no period may end after", async () => {
    const other = await newSeller("SE");
    const body = { period_keys: ["2025-Q1", "2025-Q2"], submitted_on: "2025-04-20" };
    const answer = await call<Body>(other.full, "POST", PATH, body);
    expect(outcomes(answer.body)).toEqual([
      ["2025-Q1", "locked", null],
      ["2025-Q2", "rejected", "invalid_request"],
    ]);
    expect(answer.body.items[1]?.message).toContain("submitted_on");
    expect((await listed(other)).items).toMatchObject([{ submitted_on: "2025-04-20" }]);
  });

  it("rejects what is no nil return or has not ended, and locks the others all the same", async () => {
    const asked = ["2025-Q2", "2998-Q1", "2025-Q1", "2024-Q2"];
    const { body } = await lockNil(seller, asked);
    expect(outcomes(body)).toEqual([
      ["2024-Q2", "locked", null],
      ["2025-Q1", "unchanged", null],
      ["2025-Q2", "rejected", "return_not_ready"],
      ["2998-Q1", "rejected", "period_not_ended"],
    ]);
    const [, , sale] = body.items;
    expect(sale).toMatchObject({ message: expect.stringContaining("1 of 1"), entry_sheet: null });
    const periods = (await listed(seller)).items.map(({ period_key }) => period_key);
    expect(periods).toEqual(["2025-Q1", "2024-Q4", "2024-Q3", "2024-Q2"]);
  });

  it("locks each period once, however often and by how many it is asked for", async () => {
    const other = await newSeller("SE");
    const asked = ["2025-Q1", "2025-Q2"];
    const answers = await Promise.all([lockNil(other, asked), lockNil(other, asked)]);
    for (const { status } of answers) expect([200, 503]).toContain(status);
    expect(outcomes((await lockNil(other, asked)).body)).toEqual([
      ["2025-Q1", "unchanged", null],
      ["2025-Q2", "unchanged", null],
    ]);
    expect((await listed(other)).items).toHaveLength(2);
  });

  test.for([
    ["a month in a scheme of quarters", ["2025-Q4", "2025-12"], "period_keys.1"],
    ["a period named twice", ["2025-Q4", "2025-Q4"], "period_keys.1"],
    ["a period that does not exist", ["2025-13"], "period_keys.0"],
    ["none", [], "period_keys"],
    ["too many", Array.from({ length: 25 }, (_, n) => `${2000 + n}-Q1`), "period_keys"],
  ] as const)("rejects %s as a whole", async ([, keys, field]) => {
    const { status, body } = await lockNil(seller, keys);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: "invalid_request", details: [{ field }] });
  });
});

describe("with four eyes", () => {
  let account: LedgerId;
  let owner: SignedIn;

  const send = (method: "POST" | "PUT", path: string, body: object) =>
    call<Body>(undefined, method, path, body, owner.at(account));

  beforeAll(async () => {
    owner = await newPerson("owner");
    ({ account } = await newPractice(owner));
    const registration = { scheme_type: "union_oss", member_state_identification: "SE" };
    const since = { effective_from: "2021-07-01", status: "active" };
    await send("POST", "/v1/tax-registrations", { ...registration, ...since });
    const setting = { establishment_country: "SE", lock_requires_second_person: true };
    expect((await send("PUT", "/v1/account", setting)).status).toBe(200);
    await settleRecount(account);
  });

  it("a nil return needs the mark of another person, too", async () => {
    const { body } = await send("POST", PATH, { period_keys: ["2025-Q1"] });
    expect(outcomes(body)).toEqual([["2025-Q1", "rejected", "second_person_required"]]);
  });
});

it("locks months of the import scheme under one of two registrations", async () => {
  const other = await newSeller("SE");
  const imports = { scheme_type: "ioss", member_state_identification: "SE", status: "active" };
  for (const days of [
    { effective_from: "2024-01-01", effective_to: "2025-03-15" },
    { effective_from: "2025-03-16" },
  ]) {
    const made = await call(other.full, "POST", "/v1/tax-registrations", { ...imports, ...days });
    expect(made.status, made.text).toBe(201);
  }
  const path = "/v1/returns/ioss/nil-returns";
  const two = await lockNil(other, ["2025-02", "2025-03"], path);
  expect(outcomes(two.body)).toEqual([
    ["2025-02", "locked", null],
    ["2025-03", "rejected", "registration_conflict"],
  ]);
  const chosen = { period_keys: ["2025-03"], registration_id: 3 };
  const { body } = await call<Body>(other.full, "POST", path, chosen);
  expect(body.items).toMatchObject([
    {
      result: "locked",
      entry_sheet: "/v1/returns/ioss/2025-03/entry-sheet?registration_id=3",
    },
  ]);
});
