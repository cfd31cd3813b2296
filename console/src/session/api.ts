import { createClient, type VatClient } from "../../../client/src/eu-vat-client.ts";

/** Returns the URL of the API, next to the page under any path prefix. */
const baseUrl = (): string => new URL(".", document.baseURI).href;

/** Number of retries of a call; few, because a person is waiting. */
const maxRetries = 2;

export const clientWith = (apiKey: string): VatClient =>
  createClient({ baseUrl: baseUrl(), apiKey, maxRetries });

/** Builds a client whose calls are sent by a function, which adds the credentials; by default without any. */
export const clientBy = (send?: typeof fetch): VatClient =>
  createClient({ baseUrl: baseUrl(), maxRetries, ...(send ? { fetch: send } : {}) });
