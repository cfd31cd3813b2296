import { expect } from "vitest";
import * as z from "zod";
import type { Transaction } from "../../shared/ledger/calculate/transaction-schema.ts";
import { type Account, call, newAccount } from "../stack/api.ts";

/** A request body, or a part of one: the service judges it, not the test. */
const Fields = z.record(z.string(), z.unknown());

/** A calculation of somebody else's, as requests and answers of this service. */
const CalculationVector = z.strictObject({
  id: z.string().min(1),
  pins: z.string().min(1),
  source: z.string().min(1),
  adapted: z.string().min(1).optional(),
  /** What is set up before: the profile, a registration, committed events. */
  account: Fields.optional(),
  registration: Fields.optional(),
  events: z.array(Fields).default([]),
  calculations: z.array(z.strictObject({ body: Fields, expect: Fields })).min(1),
});

export type CalculationVector = z.output<typeof CalculationVector>;

/** @throws ZodError when a case says too little, or what no runner looks at. */
export const calculationsOf = (json: unknown): CalculationVector[] =>
  z.array(CalculationVector).min(1).parse(json);

/** Plays a case in an account of its own; every answer must also add up and be kept as it was given. */
export async function runCalculationCase(vector: CalculationVector): Promise<void> {
  const account = await accountOf(vector);
  for (const { body, expect: expected } of vector.calculations) {
    const answer = await call<Transaction>(account.full, "POST", "/v1/vat/calculate", body);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject(expected);
    expectSum(answer.body);
    const path = `/v1/transactions/${answer.body.transaction_id}`;
    expect((await call(account.readOnly, "GET", path)).body).toEqual(answer.body);
  }
}

async function accountOf({ id, account, registration, events }: CalculationVector) {
  const owner = await newAccount(`case-${id}`);
  const accepted = async (method: "PUT" | "POST", path: string, body: unknown) =>
    expect((await call(owner.full, method, path, body)).status).toBeLessThan(300);
  if (account) await accepted("PUT", "/v1/account", account);
  if (registration) await accepted("POST", "/v1/tax-registrations", registration);
  if (events.length > 0) await accepted("POST", "/v1/supply-events", { events });
  return owner satisfies Account;
}

/** Net + VAT = gross, and lines with their shipping add up to the whole. */
function expectSum({ lines, ...whole }: Transaction): void {
  expect(whole.net_amount_minor + whole.vat_amount_minor).toBe(whole.gross_amount_minor);
  const parts = lines?.flatMap((line) => (line.shipping ? [line, line.shipping] : [line])) ?? [];
  for (const field of ["gross_amount_minor", "net_amount_minor", "vat_amount_minor"] as const) {
    const sum = parts.reduce((total, part) => total + part[field], 0);
    if (lines) expect(sum).toBe(whole[field]);
  }
}
