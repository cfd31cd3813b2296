import { createHmac } from "node:crypto";
import { Stripe } from "stripe";
import { describe, expect, it } from "vitest";
import { isSigned } from "../../../shared/shops/connections/messages.ts";

const SECRET = "whsec_0123456789abcdef0123456789abcdef";
const PAYLOAD = '{"id":"evt_1Sample","object":"event","name":"Zoë"}';
const AT = Date.parse("2026-10-05T12:00:00Z") / 1000;

const { webhooks } = new Stripe("sk_test_none");

const headerOf = (secret = SECRET, timestamp = AT, payload = PAYLOAD): string =>
  webhooks.generateTestHeaderString({ payload, secret, timestamp });

/** True if the service accepts a header `seconds` after it was signed. */
const ours = (header: string | undefined, seconds = 0, secrets = [SECRET]): boolean =>
  isSigned(
    "stripe",
    { headers: { "stripe-signature": header }, body: new TextEncoder().encode(PAYLOAD) },
    secrets,
    new Date((AT + seconds) * 1000),
  );

/** True if Stripe's own library accepts it. */
function theirs(header: string, seconds = 0): boolean {
  const receivedAt = (AT + seconds) * 1000;
  try {
    webhooks.constructEvent(PAYLOAD, header, SECRET, undefined, undefined, receivedAt);
    return true;
  } catch {
    return false;
  }
}

const v1 = (secret: string, text = `${AT}.${PAYLOAD}`): string =>
  createHmac("sha256", secret).update(text).digest("hex");

describe("a signature of Stripe", () => {
  it.for([
    [0, true],
    [299, true],
    [300, true],
    [301, false],
    [86_400, false],
    [-60, true],
  ] as const)(
    "that is %i seconds old is accepted: %s, as by Stripe's library",
    ([age, accepted]) => {
      expect([ours(headerOf(), age), theirs(headerOf(), age)]).toEqual([accepted, accepted]);
    },
  );

  const good = v1(SECRET);
  it.for([
    [`t=${AT},v1=${good}`, true],
    [`t=${AT},v1=${v1("whsec_another-one")},v1=${good}`, true],
    [
      `t=${AT},v1=${good},v0=6ffbb59b2300aae63f272406069a9788598b792a944a07aba816edb039989a39`,
      true,
    ],
    [`t=${AT},v0=${good}`, false],
    [`t=${AT},v1=`, false],
    [`t=${AT}`, false],
    [`v1=${good}`, false],
    [`t=${AT + 1},v1=${good}`, false],
    [`t=${AT},v1=${good.slice(0, -1)}`, false],
    [`t=${AT},v1=${good}00`, false],
    [`t=${AT},v1=${good.toUpperCase()}`, false],
    [`t=${AT},v1=${v1(SECRET, PAYLOAD)}`, false],
    [`t=${AT},v1=${v1(SECRET, `${AT}.${PAYLOAD} `)}`, false],
    [`t=${AT},v1=${v1("")}`, false],
    [`t=x,v1=${good}`, false],
    ["", false],
    [" ", false],
    [",,,=,t", false],
  ] as const)("%s is accepted: %s, as by Stripe's library", ([header, accepted]) => {
    expect([ours(header), theirs(header)]).toEqual([accepted, accepted]);
  });

  it("is accepted under the former secret too, and under none without a secret", () => {
    expect(ours(headerOf(), 0, ["whsec_the-new-one", SECRET])).toBe(true);
    expect(ours(headerOf(), 0, [])).toBe(false);
    expect(ours(undefined)).toBe(false);
  });

  it("is compared with eight signatures at most, so that a long header costs nothing", () => {
    const many = Array.from({ length: 5_000 }, () => `v1=${v1("whsec_guess")}`);
    expect(ours(`t=${AT},${many.join(",")},v1=${good}`)).toBe(false);
  });
});
