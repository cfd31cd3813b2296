import type { ImportedEvent } from "../formats/outcome.ts";

/** What a file brings of a country and a currency, to compare with what the shop itself says. */
type CountrySum = {
  readonly country: string;
  readonly currency: string;
  readonly events: number;
  readonly taxable_amount_minor: number;
  readonly vat_amount_minor: number;
};

/** Adds up events by country and currency; what takes back a sale counts against it. */
export class CountrySums {
  readonly #sums = new Map<string, CountrySum>();

  add({ consumption_country, currency, event_type, ...amounts }: ImportedEvent): void {
    const country = consumption_country ?? "";
    const key = `${country} ${currency}`;
    const sum = this.#sums.get(key);
    const sign = event_type === "sale" || event_type === "adjustment" ? 1 : -1;
    this.#sums.set(key, {
      country,
      currency,
      events: (sum?.events ?? 0) + 1,
      taxable_amount_minor: (sum?.taxable_amount_minor ?? 0) + sign * amounts.taxable_amount_minor,
      vat_amount_minor: (sum?.vat_amount_minor ?? 0) + sign * amounts.vat_amount_minor,
    });
  }

  /** By country. */
  get all(): readonly CountrySum[] {
    return [...this.#sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
  }
}
