import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { unitsOf } from "../../../scripts/bench/harness/call-counter.ts";
import { ownerAsAuthor } from "../../../shared/accounts/keys.ts";
import { createKey } from "../../../shared/accounts/manage-keys.ts";
import { invite, updateMember } from "../../../shared/accounts/people/manage-organisations.ts";
import { noteSignIn } from "../../../shared/accounts/people/store-sessions.ts";
import { accountOf, type LedgerId, type PeriodKey } from "../../../shared/core/ids.ts";
import { savePayments } from "../../../shared/returns/payment/store-payments.ts";
import { newPerson, newPractice, type SignedIn } from "../../stack/people.ts";

/* What a change of a right costs: its row is two write units of each. Before rows, these were 6, 2, 6, 1 and 1. */

/** Before the imports above, so that the client of the table calls through the counter. */
const counter = await vi.hoisted(async () => {
  const { startCallCounter } = await import("../../../scripts/bench/harness/call-counter.ts");
  return startCallCounter();
});
let owner: SignedIn;
let practice: { readonly id: string; readonly account: LedgerId };
const now = new Date();
beforeAll(async () => {
  owner = await newPerson("owner");
  practice = await newPractice(owner);
});
afterAll(() => counter.end());

const identity = (email: string) => ({ issuer: "https://issuer.example", subject: "units", email });

describe("write units of", () => {
  it.for([
    [
      "a key of a person",
      () => {
        const account = accountOf(practice.account);
        const asked = { name: "a", scope: "full", mode: "live" } as const;
        return createKey(account, ownerAsAuthor(owner.id, account), asked, now);
      },
      8,
    ],
    ["an invitation", () => invite(practice.id, { role: "viewer" }, { person: owner.id, now }), 4],
    [
      "a role",
      () => updateMember(practice.id, owner.id, { role: "owner" }, { person: owner.id, now }),
      10,
    ],
    [
      "a payment",
      () =>
        savePayments(practice.account, {
          schema_version: 1,
          scheme_type: "union_oss",
          period_key: "2025-Q3" as PeriodKey,
          registration_id: 1,
          payments: [],
          version: 1,
        }),
      4,
    ],
    ["a first sign-in", () => noteSignIn(identity("a@shop.example"), now), 4],
    ["a sign-in with the same address", () => noteSignIn(identity("a@shop.example"), now), 2],
  ] as const)("%s", async ([, act, write]) => {
    counter.take();
    await act();
    expect(unitsOf(counter.take()).write).toBe(write);
  });
});
