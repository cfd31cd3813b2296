import { checkedHeader, checkedPart } from "./checked.ts";
import type { ClientOptions, Given, Operation } from "./options.ts";

/** The part of a request that is the same in every try. */
export type Prepared = { readonly url: string; readonly init: RequestInit };

/**
 * The request as `fetch` takes it; its Idempotency-Key is the same for every try.
 * @throws VatError when there is none.
 */
export function prepared(options: ClientOptions, operation: Operation, given: Given): Prepared {
  const { body } = given;
  return {
    url: urlOf(options.baseUrl, operation.path, given),
    init: {
      method: operation.method,
      headers: headersOf(options, operation, given),
      // A link to a file is for the caller to follow: without the key.
      redirect: "manual",
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
  };
}

function urlOf(baseUrl: string, template: string, { path = {}, query = {} }: Given): string {
  const place = template.replace(/\{(\w+)\}/g, (_, name: string) => checkedPart(name, path[name]));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  return `${baseUrl.replace(/\/$/, "")}${place}${search.size > 0 ? `?${search}` : ""}`;
}

function headersOf(
  { apiKey }: ClientOptions,
  { once }: Operation,
  { body, sourceId, idempotencyKey = once ? randomKey() : undefined }: Given,
): Record<string, string> {
  return {
    ...(apiKey === undefined ? {} : { "X-API-Key": checkedHeader("apiKey", apiKey) }),
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    ...(idempotencyKey === undefined
      ? {}
      : { "Idempotency-Key": checkedHeader("idempotencyKey", idempotencyKey) }),
    ...(sourceId === undefined ? {} : { "X-Source-ID": checkedHeader("sourceId", sourceId) }),
  };
}

/** 128 random bits; `randomUUID` is not there on pages without TLS. */
const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
