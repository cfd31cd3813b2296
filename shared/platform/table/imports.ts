import type { LedgerId } from "../../core/ids.ts";
import { ANY, defineItem } from "./item.ts";
import {
  importKey,
  importOriginalKey,
  importUndoKey,
  type Key,
  keysBefore,
  openImportRowsKey,
} from "./keys.ts";

/** Returns the key of an upload link: `UPLOAD_LINKS#<ledger>`, in the order of their making. */
export const uploadLinkKey = (ledger: LedgerId, id: string): Key => ({
  pk: `UPLOAD_LINKS#${ledger}`,
  sk: id,
});

/** Queries the upload links of an account before an id, the newest first. */
export const uploadLinksOf = (ledger: LedgerId, before?: string) =>
  keysBefore(uploadLinkKey(ledger, "").pk, before);

/** The place of a movement in the list of its account: its day and its id. */
export const placeOfMovement = ({ day, id }: { readonly day: string; readonly id: string }) =>
  `${day}#${id}`;

export const movementKey = (
  ledger: LedgerId,
  movement: { readonly day: string; readonly id: string },
): Key => ({ pk: `MOVEMENTS#${ledger}`, sk: placeOfMovement(movement) });

/** Queries the movements of a month in the order of their days, after a place. */
export const movementsInMonth = (ledger: LedgerId, month: string, after?: string) => ({
  KeyConditionExpression: "pk = :pk AND sk BETWEEN :from AND :to",
  ExpressionAttributeValues: {
    ":pk": movementKey(ledger, { day: "", id: "" }).pk,
    // The text right after a place is that place with the smallest character behind it.
    ":from": after === undefined ? `${month}-` : `${after}\u0000`,
    // The character after "-".
    ":to": `${month}.`,
  },
});

export const IMPORT_ITEM = defineItem({
  name: "import",
  key: importKey(ANY, ANY),
  group: "imports",
  journal: false,
  expires: true,
});

/** A link by which a client sends files, with the hash of its token. */
export const UPLOAD_LINK_ITEM = defineItem({
  name: "upload link",
  key: uploadLinkKey(ANY, ANY),
  group: "upload_links",
  journal: false,
  expires: true,
});

/** The unresolved rows of an import: they are not in the ledger. */
export const OPEN_IMPORT_ROWS_ITEM = defineItem({
  name: "open rows of an import",
  key: openImportRowsKey(ANY, ANY),
  group: "open_import_rows",
  journal: false,
  expires: true,
});

/** The events of a sale in a shop's report, for corrections in later files. */
export const IMPORT_ORIGINAL_ITEM = defineItem({
  name: "original of an import",
  key: importOriginalKey(ANY, ANY, ANY),
  version: 2,
  group: "import_originals",
  journal: false,
  expires: true,
  sandbox: "stays",
});

/** A movement of own goods that an import has brought. */
export const MOVEMENT_ITEM = defineItem({
  name: "movement",
  key: movementKey(ANY, { day: ANY, id: ANY }),
  group: "movements",
  journal: { changes: { allBut: ["id", "day"] } },
});

/** Proof that an import was undone. It outlives the import. */
export const IMPORT_UNDO_ITEM = defineItem({
  name: "undo of an import",
  key: importUndoKey(ANY, ANY),
  group: "import_undos",
  journal: { changes: [] },
});
