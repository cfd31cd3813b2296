import type { IsoDate } from "../../../client/src/eu-vat-client.ts";

/** The shops whose importers read a rates file. */
export const RATES_SHOPS = ["woocommerce", "magento", "prestashop"] as const;
export type RatesShop = (typeof RATES_SHOPS)[number];

/** A tax class with the shop's class that has its rates; empty for the shop's standard class. */
export type Pair = { readonly id: number; readonly ours: string; readonly shops: string };

/** The last file that was downloaded in this browser; without a day there was none. */
type Download = {
  readonly shop: RatesShop;
  readonly pairs: readonly Pair[];
  readonly day?: IsoDate;
};

const NONE: Download = { shop: "woocommerce", pairs: [{ id: 0, ours: "standard", shops: "" }] };

/** Returns the name under which the browser stores the last download of a business. */
const storeOf = (account: string): string => `eu-vat-rates-file ${account}`;

export function storedDownload(account: string): Download {
  try {
    return { ...NONE, ...JSON.parse(localStorage.getItem(storeOf(account)) ?? "{}") };
  } catch {
    return NONE;
  }
}

export const keepDownload = (account: string, download: Download): void =>
  localStorage.setItem(storeOf(account), JSON.stringify(download));

/** Returns the pairs with a further one. */
export const withAnother = (pairs: readonly Pair[]): readonly Pair[] => [
  ...pairs,
  { id: Math.max(...pairs.map(({ id }) => id)) + 1, ours: "books", shops: "" },
];

/** Returns the classes as the API takes them. */
export const classesOf = (pairs: readonly Pair[]): string =>
  pairs.map(({ ours, shops }) => `${ours}:${shops}`).join(",");
