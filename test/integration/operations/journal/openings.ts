import { beforeEach, describe, expect, it } from "vitest";
import type { PeriodKey } from "../../../../shared/core/ids.ts";
import {
  openingKey,
  openingMarkKey,
  openingStateKey,
} from "../../../../shared/platform/table/periods.ts";
import { type Account, callAt, newAccount } from "../../../stack/api.ts";
import { eachNth } from "../../../stack/soak.ts";
import { api } from "./streamed-api.ts";
import { verified } from "./verified.ts";

const OPENING = "/v1/returns/union-oss/2025-Q1/opening";

const filed = (vat_amount_minor: number) => ({
  currency: "EUR",
  filed_at: "2025-04-20",
  member_states: [
    { member_state_of_consumption: "FR", taxable_amount_minor: 10_000, vat_amount_minor },
  ],
});

/** What the journal shows of returns that were filed elsewhere: the service records and withdraws them, and no more. */
describe("openings", () => {
  let seller: Account;
  beforeEach(async () => {
    seller = await newAccount("openings");
    await ask("POST", "/v1/tax-registrations", {
      scheme_type: "union_oss",
      member_state_identification: "DE",
      effective_from: "2021-07-01",
      status: "active",
    });
    await ask("POST", OPENING, filed(2_000));
  });

  async function ask(method: "POST", path: string, body?: unknown): Promise<void> {
    const { status, text } = await callAt(api.url, seller.full, method, path, body);
    expect(status, text).toBeLessThan(300);
  }

  const name = { scheme_type: "union_oss", period_key: "2025-Q1" as PeriodKey, registration_id: 1 };
  const key = () => openingKey(seller.account, name);
  const stateKey = () => openingStateKey(seller.account, "union_oss");
  const faults = async () => (await verified(seller)).faults.join("\n");
  const tools = () => import("../../../stack/tampering.ts");

  it("that are recorded, withdrawn and recorded anew are right", async () => {
    await ask("POST", `${OPENING}/withdrawal`);
    await ask("POST", OPENING, filed(3_000));
    await ask("POST", `${OPENING}/withdrawal`);
    expect(await faults()).toBe("");
  });

  it("that differ from the recorded ones are reported, whether counted or not", async () => {
    const { rewrite } = await tools();
    await rewrite(key(), (item) => {
      const [state] = item["member_states"] as { vat_amount_minor: number }[];
      Object.assign(state ?? {}, { vat_amount_minor: 20_000 });
    });
    await rewrite(stateKey(), (item) => Object.assign(item, { openings_written: 2 }));
    expect(await faults()).toMatch(/OPENING#.*: member_states of the opening was changed/);
  });

  it.for(
    eachNth(2, [
      { what: "changed", of: () => key() },
      {
        what: "invented",
        of: () => openingKey(seller.account, { ...name, period_key: "2024-Q4" as PeriodKey }),
      },
    ]),
  )("that were $what by nobody are told by their count", async ({ of }) => {
    const { itemAt, putItem } = await tools();
    await ask("POST", `${OPENING}/withdrawal`);
    const { withdrawn_at, ...item } = await itemAt(key());
    await putItem({ ...item, ...of(), recorded_at: new Date().toISOString() });
    expect(await faults()).toMatch(/OPENING#.*: the opening was written, and its count did not/);
  });

  it("whose count went up without an opening are reported", async () => {
    const { rewrite } = await tools();
    await rewrite(stateKey(), (item) => Object.assign(item, { openings_written: 2 }));
    expect(await faults()).toMatch(/openings of union_oss of .*: the count went up at .* for none/);
  });

  it("whose marker differs are reported", async () => {
    const { rewrite } = await tools();
    const mark = openingMarkKey(seller.account, "u2025-Q1", 1);
    await rewrite(mark, (item) => Object.assign(item, { withdrawn: true }));
    expect(await faults()).toMatch(/\|opening\|1: the mark is not that of its opening/);
  });
});
