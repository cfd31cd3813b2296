import type { SchemeSlug } from "../../../../client/src/eu-vat-client.ts";
import { periodNamed } from "../../../../shared/calendar/period.ts";

/** Where somebody is in the console. It stands in the address after `#`, so that it can be kept. */
export type Page =
  | { readonly name: PlainPage }
  | { readonly name: ReturnPage; readonly scheme: SchemeSlug; readonly period: string | undefined };

/** Pages of the whole account. */
const PLAIN_PAGES = ["overview", "review", "records", "settings"] as const;
type PlainPage = (typeof PLAIN_PAGES)[number];

/** Pages of one return. */
const RETURN_PAGES = ["period", "filing"] as const;
export type ReturnPage = (typeof RETURN_PAGES)[number];

export const SCHEMES: readonly SchemeSlug[] = ["union-oss", "non-union-oss", "ioss"];

/** The page of an address; the overview for one that names none. */
export function pageAt(hash: string): Page {
  const [first, scheme = "", period = ""] = hash.replace(/^#\/?/, "").split("/");
  const name = RETURN_PAGES.find((one) => one === first);
  if (!name) return { name: PLAIN_PAGES.find((one) => one === first) ?? "overview" };
  return {
    name,
    scheme: SCHEMES.find((one) => one === scheme) ?? "union-oss",
    period: periodNamed(period)?.key,
  };
}

export const addressOf = (page: Page): string =>
  "scheme" in page
    ? `#/${[page.name, page.scheme, page.period].filter(Boolean).join("/")}`
    : `#/${page.name}`;
