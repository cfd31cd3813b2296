import { expect } from "vitest";
import type { IsoDate } from "../../shared/core/calendar/dates.ts";
import { storeEcbDays } from "../../shared/vat/exchange-rates/store-exchange-rates.ts";
import { type Account, type Answer, callAt } from "../stack/api.ts";
import { settleRecount } from "../stack/settle.ts";
import type { Expected } from "./reference-model.ts";
import type { Published } from "./world.ts";

type Method = "GET" | "POST" | "PATCH" | "PUT";

/** The service as its users reach it, as one account. */
export class Service {
  readonly account: Account;
  readonly #url: string;

  constructor(url: string, account: Account) {
    this.#url = url;
    this.account = account;
  }

  /** What a change of the registrations asks to be recounted is recounted when it answers. */
  async call<Body = Record<string, unknown>>(
    method: Method,
    path: string,
    body?: unknown,
  ): Promise<Answer<Body>> {
    const answer = await callAt<Body>(this.#url, this.account.full, method, path, body);
    const isChange = method === "PATCH" || path === "/v1/tax-registrations";
    if (isChange) await settleRecount(this.account.account);
    return answer;
  }

  /** A read that must succeed. */
  async read<Body>(path: string): Promise<Body> {
    const { status, body, text } = await this.call<Body>("GET", path);
    expect(status, `GET ${path}: ${text}`).toBe(200);
    return body;
  }

  /** What the European Central Bank publishes reaches every account of a deployment. */
  async publish(published: Published): Promise<void> {
    const days = [...published].map(([day, rates]) => ({
      day: day as IsoDate,
      rates: Object.fromEntries(rates),
    }));
    await storeEcbDays(days, new Date());
  }
}

/** Holds an answer against what the model expects. */
export function expectAnswer({ status, body, text }: Answer<unknown>, expected: Expected): void {
  expect(status, text).toBe(expected.status);
  expect(body).toMatchObject(expected.body);
}

/** Rows come in an order of their own, which says nothing. */
export function inOneOrder(value: unknown): unknown {
  if (Array.isArray(value)) {
    const texts = value.map((one) => JSON.stringify(inOneOrder(one)));
    return texts.sort().map((text) => JSON.parse(text) as unknown);
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, inOneOrder(one)]),
  );
}

export const expectSame = (shown: unknown, expected: unknown): void =>
  expect(inOneOrder(shown)).toEqual(inOneOrder(expected));
