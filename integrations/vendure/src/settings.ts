import type { Order } from "@vendure/core";

export type EuVatSettings = {
  /** The URL of the service, such as `http://127.0.0.1:3000`. */
  readonly serviceUrl: string;
  /** A full key of the account. It stays on the server. */
  readonly apiKey: string;
  /** The time zone of the accounting, such as `Europe/Stockholm`: it decides the day of a sale. */
  readonly timeZone: string;
  /** The tax class of the service for each tax category of the shop, by the name of the category. */
  readonly taxClasses: Readonly<Record<string, string>>;
  /** `goods` unless given. */
  readonly supplyKind?: "goods" | "tbe_services" | "other_services";
  /** The Member State that goods leave from; that of the account profile unless given. */
  readonly dispatchCountry?: string;
  /** The tag of the shop in the ledger. */
  readonly sourceId?: string;
  /** Returns the VAT number of a business customer; without it every customer is a consumer. */
  readonly vatNumberOf?: (order: Order) => string | undefined;
  /** Time that a checkout waits for an answer, in milliseconds; 800 unless given. */
  readonly timeoutMs?: number;
  /** How long an answer is used for the same basket: 60 seconds unless given. */
  readonly cacheSeconds?: number;
  /** How long the service is not asked after it did not answer a checkout: 5 seconds unless given. */
  readonly pauseSeconds?: number;
};
