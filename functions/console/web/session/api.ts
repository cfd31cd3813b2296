import { createClient, type VatClient } from "../../../../client/src/eu-vat-client.ts";

/** Where the API is: beside the page, behind whatever prefix. */
const baseUrl = (): string => new URL(".", document.baseURI).href;

/** Somebody is waiting: it gives up after two tries more. */
export const clientWith = (apiKey: string): VatClient =>
  createClient({ baseUrl: baseUrl(), apiKey, maxRetries: 2 });
