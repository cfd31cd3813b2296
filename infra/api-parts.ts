import type { Part, Route } from "../shared/api/route.ts";

/**
 * The parts of the API, each with the folders under functions/ whose handlers it has. The functions of a part form a
 * nested stack, which holds 500 resources at most: a part has room for some fifty routes (docs/operations.md, "Parts of
 * the API").
 */
const FOLDERS_OF_PARTS = {
  public: ["console", "docs", "health", "sme", "tax-classes"],
  people: ["exchange-rates", "mails", "people", "tax-rates"],
  accounts: ["accounts"],
  calculations: ["calculations"],
  ledger: ["ledger", "records"],
  returns: ["returns"],
  locks: ["locks"],
  imports: ["imports", "movements", "vat-numbers"],
  connections: ["connections"],
  notifications: ["notifications", "threshold", "webhooks"],
} satisfies Readonly<Record<Part, readonly string[]>>;

export const PARTS = Object.keys(FOLDERS_OF_PARTS) as readonly Part[];

/** Returns the part of a row: the one that it names, or else that of its handler's folder. */
export function partOf({ part, handler }: Pick<Route, "part" | "handler">): Part {
  if (part) return part;
  const folder = handler.slice(0, handler.indexOf("/"));
  const found = PARTS.find((name) =>
    (FOLDERS_OF_PARTS[name] as readonly string[]).includes(folder),
  );
  if (!found)
    throw new RangeError(
      `no part of the API has functions/${folder}: add it to infra/api-parts.ts`,
    );
  return found;
}
