import { describe, expect, it } from "vitest";
import { isSigned } from "../../../shared/shops/connections/messages.ts";
import {
  STRIPE_AT,
  STRIPE_HEADERS,
  STRIPE_PAYLOAD,
  STRIPE_SECRET,
  STRIPE_SIGNATURE,
  stripeMac,
} from "../../make/signed-calls.ts";
import { stripeHeaders } from "../../make/stripe-document.ts";

/** True if the service accepts a header `seconds` after it was signed. */
const isAccepted = (header: string | undefined, seconds = 0, secrets = [STRIPE_SECRET]): boolean =>
  isSigned(
    "stripe",
    { headers: { "stripe-signature": header }, body: new TextEncoder().encode(STRIPE_PAYLOAD) },
    secrets,
    new Date((STRIPE_AT + seconds) * 1000),
  );

const GOOD = `t=${STRIPE_AT},v1=${STRIPE_SIGNATURE}`;

describe("a signature of Stripe", () => {
  it.for(STRIPE_HEADERS)("%s, %i seconds old, is accepted: %s", ([header, seconds, accepted]) => {
    expect(isAccepted(header, seconds)).toBe(accepted);
  });

  it("is made by the tests as by Stripe's own library", () => {
    const made = stripeHeaders(STRIPE_SECRET, STRIPE_PAYLOAD, new Date(STRIPE_AT * 1000));
    expect(made["stripe-signature"]).toBe(GOOD);
  });

  it("is accepted under the former secret too, and under none without a secret", () => {
    expect(isAccepted(GOOD, 0, ["whsec_the-new-one", STRIPE_SECRET])).toBe(true);
    expect(isAccepted(GOOD, 0, [])).toBe(false);
    expect(isAccepted(undefined)).toBe(false);
  });

  it("is compared with eight signatures at most, so that a long header costs nothing", () => {
    const many = Array.from({ length: 5_000 }, () => `v1=${stripeMac("whsec_guess")}`);
    expect(isAccepted(`t=${STRIPE_AT},${many.join(",")},v1=${STRIPE_SIGNATURE}`)).toBe(false);
  });
});
