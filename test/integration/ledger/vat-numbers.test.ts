import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { makeSale } from "../../make/supply-event.ts";
import { type Account, call } from "../../stack/api.ts";
import { committed, newSeller, type Refusal } from "../../stack/seller.ts";

type Check = {
  readonly id: string;
  readonly status: string;
  readonly reason: string | null;
  readonly attempts: number;
  readonly answered_at: string | null;
  readonly consultation_number: string | null;
};

const checked = async ({ full }: Account, body: object): Promise<Check> => {
  const answer = await call<Check>(full, "POST", "/v1/vat-numbers/check", body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};

it("keeps what VIES answers as evidence, by its test numbers, and an outage is never invalid", async () => {
  const seller = await newSeller("SE");
  const cases: [number: string, status: string, reason: string | null][] = [
    ["DE811907100", "valid", null],
    ["de 811 907 200", "invalid", null],
    ["DE811907201", "unanswered", "INVALID_INPUT"],
    ["DE811907202", "unanswered", "INVALID_REQUESTER_INFO"],
    ["DE811907300", "pending", "SERVICE_UNAVAILABLE"],
    ["DE811907302", "pending", "TIMEOUT"],
    ["DE811907500", "pending", "GLOBAL_MAX_CONCURRENT_REQ"],
    ["DE811907600", "pending", "MS_MAX_CONCURRENT_REQ"],
  ];
  const seen = [];
  for (const [vat_number] of cases) {
    const { status, reason } = await checked(seller, { vat_number });
    seen.push([vat_number, status, reason]);
  }
  expect(seen).toEqual(cases);
  const requester = { requester_vat_number: "SE556000123101" };
  const proven = await checked(seller, { vat_number: "DE811907100", ...requester });
  expect(proven.consultation_number).toBe("WAPIAAAAW1234567");
  const list = await call<{ items: Check[] }>(
    seller.readOnly,
    "GET",
    "/v1/vat-numbers/checks?status=valid",
  );
  expect(list.body.items.map(({ id }) => id)).toContain(proven.id);
  expect(list.text).not.toContain("811907100");
  for (const vat_number of ["DE12", "US123456789", "811907980", ""]) {
    const { status, body } = await call<Refusal>(seller.full, "POST", "/v1/vat-numbers/check", {
      vat_number,
    });
    expect([vat_number, status, body.details?.[0]?.field]).toEqual([vat_number, 400, "vat_number"]);
  }
});

it("asks again after an outage, and a sale refers to the check meanwhile", async () => {
  const seller = await newSeller("SE");
  // A state of its own: after an outage the others of the state wait for the next run.
  const check = await checked(seller, { vat_number: "DK88146301" });
  expect(check).toMatchObject({ status: "pending", reason: "MS_UNAVAILABLE", attempts: 1 });
  const sale = makeSale({ event_id: "b2b", vat_number_check_id: check.id });
  await committed(seller, [sale]);
  const event = await call(seller.readOnly, "GET", "/v1/supply-events/b2b");
  expect(event.body).toMatchObject({ vat_number_check_id: check.id });
  const path = `/v1/vat-numbers/checks/${check.id}`;
  let now = check;
  while (now.status === "pending") {
    await wait(50);
    now = (await call<Check>(seller.readOnly, "GET", path)).body;
  }
  expect(now).toMatchObject({ status: "valid", reason: null, consultation_number: null });
  expect(now.attempts).toBeGreaterThan(1);
  expect(now.answered_at).not.toBeNull();
});
