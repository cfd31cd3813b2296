import type { SchemeSlug } from "../../../../client/src/eu-vat-client.ts";
import { periodNamed } from "../../../../shared/calendar/period.ts";

/** Where somebody is in the console. It stands in the address after `#`, so that it can be kept. */
export type Page =
  | { readonly name: "overview" }
  | { readonly name: "period"; readonly scheme: SchemeSlug; readonly period: string | undefined };

export const SCHEMES: readonly SchemeSlug[] = ["union-oss", "non-union-oss", "ioss"];

const OVERVIEW: Page = { name: "overview" };

/** The page of an address; the overview for one that names none. */
export function pageAt(hash: string): Page {
  const [name, scheme = "", period = ""] = hash.replace(/^#\/?/, "").split("/");
  if (name !== "period") return OVERVIEW;
  return {
    name,
    scheme: SCHEMES.find((one) => one === scheme) ?? "union-oss",
    period: periodNamed(period)?.key,
  };
}

export function addressOf(page: Page): string {
  if (page.name === "overview") return "#/overview";
  return `#/${["period", page.scheme, page.period].filter(Boolean).join("/")}`;
}
