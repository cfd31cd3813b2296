import { describe, expect, it } from "vitest";
import * as z from "zod";
import { call, newAccount } from "../stack/api.ts";
import { EVENTS } from "../stack/seller.ts";
import vectors from "./vectors/threshold.json" with { type: "json" };

const Fields = z.record(z.string(), z.unknown());

/** A threshold case of somebody else's, as requests and an answer of this service. */
const Vector = z.strictObject({
  id: z.string().min(1),
  /** What would go unnoticed without this case. */
  pins: z.string().min(1),
  source: z.string().min(1),
  /** What is not as in the source. */
  adapted: z.string().min(1).optional(),
  account: Fields,
  events: z.array(Fields),
  /** The body of the threshold check. */
  check: Fields,
  /** The fields of the answer that the case speaks of. */
  expect: Fields.refine((fields) => Object.keys(fields).length > 0, "must expect something"),
});

describe("Thresholds of official examples and of peers", () => {
  it.for(z.array(Vector).min(1).parse(vectors))("$id: $pins", async (vector) => {
    const { full, readOnly } = await newAccount(`case-${vector.id}`);
    expect((await call(full, "PUT", "/v1/account", vector.account)).status).toBe(200);
    for (const event of vector.events) {
      const { status, body } = await call(full, "POST", EVENTS, event);
      expect(status, JSON.stringify(body)).toBe(200);
    }
    const { status, body } = await call(readOnly, "POST", "/v1/vat/threshold-check", vector.check);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject(vector.expect);
  });
});
