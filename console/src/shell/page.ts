import type { DueReturn, SchemeSlug } from "../../../client/src/eu-vat-client.ts";
import type { Say } from "../texts/say.ts";

/** A page of the console, encoded in the fragment of the URL so that it can be bookmarked. */
export type Page =
  | { readonly name: PlainPage }
  | { readonly name: "imports"; readonly id: string | undefined }
  | ({ readonly name: "review" } & ReviewPlace)
  | { readonly name: PracticePage; readonly organisation: string | undefined }
  | ({ readonly name: ReturnPage } & ReturnPlace);

/** The list of events that Review shows; without a kind the first one that has something. */
export type ReviewPlace = {
  readonly kind?: string | undefined;
  readonly period?: string | undefined;
};

/** The return that a page shows. */
export type ReturnPlace = {
  readonly scheme: SchemeSlug;
  readonly period: string | undefined;
  /** The id of the registration, where two have a return for the period. */
  readonly registration?: number | undefined;
};

/** Pages of the whole account. */
const PLAIN_PAGES = [
  "overview",
  "notifications",
  "records",
  "connections",
  "movements",
  "vat-numbers",
  "webhooks",
  "settings",
  "join",
  "mails",
  "sessions",
  "rates",
] as const;
type PlainPage = (typeof PLAIN_PAGES)[number];

const PRACTICE_PAGES = ["clients", "board", "members"] as const;
export type PracticePage = (typeof PRACTICE_PAGES)[number];

const ORGANISATION_ID = /^or_[0-9a-f]{16}$/;

const RETURN_PAGES = ["period", "filing", "sheet"] as const;
export type ReturnPage = (typeof RETURN_PAGES)[number];

export const SCHEMES: readonly SchemeSlug[] = ["union-oss", "non-union-oss", "ioss"];

const IMPORT_ID = /^[\w-]+$/;
const KIND = /^[a-z_]+$/;

/** Returns the name of a scheme in paths and URLs. */
export const slugOf = (scheme_type: DueReturn["scheme_type"]): SchemeSlug => SLUGS[scheme_type];

const SLUGS = {
  union_oss: "union-oss",
  non_union_oss: "non-union-oss",
  ioss: "ioss",
} as const satisfies Record<DueReturn["scheme_type"], SchemeSlug>;

/** Returns the name of a scheme for people. */
export const schemeName = (scheme: SchemeSlug, say: Say): string =>
  say.code(scheme.replaceAll("-", "_"));

/** Longest text of an address that is taken for a period, known or not. */
const LONGEST_PERIOD = 12;

/** Returns the page of a fragment; the overview for an unknown one. */
export function pageAt(hash: string): Page {
  const [first, scheme = "", period = "", registration = ""] = hash.replace(/^#\/?/, "").split("/");
  if (first === "imports") return { name: first, id: IMPORT_ID.exec(scheme)?.[0] };
  if (first === "review") {
    return { name: first, kind: KIND.exec(scheme)?.[0], period: periodIn(period) };
  }
  const practice = PRACTICE_PAGES.find((practicePage) => practicePage === first);
  if (practice) return { name: practice, organisation: ORGANISATION_ID.exec(scheme)?.[0] };
  const name = RETURN_PAGES.find((returnPage) => returnPage === first);
  if (!name) return { name: PLAIN_PAGES.find((plainPage) => plainPage === first) ?? "overview" };
  return {
    name,
    scheme: SCHEMES.find((schemeSlug) => schemeSlug === scheme) ?? "union-oss",
    period: periodIn(period),
    ...(/^[1-9]\d{0,8}$/.test(registration) ? { registration: Number(registration) } : {}),
  };
}

const periodIn = (text: string): string | undefined =>
  text === "" ? undefined : text.slice(0, LONGEST_PERIOD);

/** A page of a client, as the link of a mail names it. */
type LinkedPage = { readonly account: string; readonly page: Page };

/** Returns the page of a link such as `#open=ac_1/filing/union-oss/2026-Q2`; undefined for other addresses. */
export function linkedPage(hash: string): LinkedPage | undefined {
  const [, account, address = ""] = /^#open=([\w-]+)\/(.*)$/.exec(hash) ?? [];
  return account === undefined ? undefined : { account, page: pageAt(address) };
}

export const addressOf = (page: Page): string =>
  `#/${[page.name, ...placesIn(page)].filter(Boolean).join("/")}`;

function placesIn(page: Page): (string | number | undefined)[] {
  if ("scheme" in page) return [page.scheme, page.period, page.registration];
  if ("organisation" in page) return [page.organisation];
  if (page.name === "review") return [page.kind, page.period];
  return "id" in page ? [page.id] : [];
}
