import { createClient, type VatClient } from "../../../../client/src/eu-vat-client.ts";

/** Returns the URL of the API, next to the page under any path prefix. */
const baseUrl = (): string => new URL(".", document.baseURI).href;

/** Builds a client with few retries, because a person is waiting. */
export const clientWith = (apiKey: string): VatClient =>
  createClient({ baseUrl: baseUrl(), apiKey, maxRetries: 2 });
