import { expect } from "vitest";
import type {
  LockedPeriodDetail,
  LockedPeriodList,
} from "../../../../shared/returns/locks/schema.ts";
import { makeSale, type SentEvent } from "../../../make/supply-event.ts";
import { type Account, call, newAccount } from "../../../stack/api.ts";
import { register } from "../../../stack/seller.ts";

export const LOCKS = "/v1/reports/locked-return-periods/union-oss";

type Changes = { readonly [Field in keyof SentEvent]?: SentEvent[Field] | string };

/** A sale of `makeSale()` with what a test changes; days are plain text here. */
export const sale = (changes: Changes = {}) => ({ ...makeSale(), ...changes });

/** A refund of EUR 10.00 plus 1.90 VAT of the sale with id `original`. */
export function refund(original: string, changes: Changes = {}) {
  const { dispatch_country, ...rest } = makeSale();
  return {
    ...rest,
    event_type: "refund" as const,
    original_event_id: original,
    taxable_amount_minor: 1_000,
    vat_amount_minor: 190,
    ...changes,
  };
}

/** A new seller with these events, who is registered since before all rates. */
export async function sellerWith(...events: readonly object[]): Promise<Account> {
  const seller = await newAccount("locks");
  await register(seller, "SE", "2012-01-01");
  await commit(seller, ...events);
  return seller;
}

export async function commit({ full }: Account, ...events: readonly object[]): Promise<void> {
  const { status, text } = await call(full, "POST", "/v1/supply-events", { events });
  expect(status, text).toBe(200);
}

export const postLock = ({ full }: Account, period: string) =>
  call<LockedPeriodDetail>(full, "POST", `${LOCKS}?period=${period}`);

export async function locked(seller: Account, period: string): Promise<LockedPeriodDetail> {
  const { status, body, text } = await postLock(seller, period);
  expect(status, text).toBe(201);
  return body;
}

export const postFiled = ({ full }: Account, period: string, body?: object) =>
  call<LockedPeriodDetail>(full, "POST", `${LOCKS}/filed?period=${period}`, body);

export async function listed({ readOnly }: Account, query = ""): Promise<LockedPeriodList> {
  const { status, body, text } = await call<LockedPeriodList>(readOnly, "GET", `${LOCKS}${query}`);
  expect(status, text).toBe(200);
  return body;
}

/** The locked quarter with its files, as it is shown now. */
export async function current(seller: Account, period: string) {
  const { current_period } = await listed(seller, `?period=${period}`);
  if (!current_period) throw new Error(`${period} is not locked`);
  return current_period;
}

/** What the lock answered, without what only its list says. */
export function withoutComparison(lock: Awaited<ReturnType<typeof current>>): LockedPeriodDetail {
  const {
    locked_return,
    open_questions,
    changed_since_lock,
    declared_in,
    signers,
    recount_pending,
    ...view
  } = lock;
  return view;
}

/** Where the service sends who asks for this file. */
export async function linkTo({ readOnly }: Account, id: string): Promise<string> {
  const { status, headers, text } = await call(readOnly, "GET", `${LOCKS}/exports/${id}`);
  expect(status, text).toBe(302);
  return headers.get("location") ?? "";
}

/** The bytes of a stored file, by way of its link. */
export async function download(seller: Account, id: string): Promise<Buffer> {
  const answer = await fetch(await linkTo(seller, id));
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}
