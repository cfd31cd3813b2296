import { canonicalText } from "../../core/canonical-text.ts";
import { changeKey } from "../../platform/table/change-keys.ts";
import type { TypedItem, TypedValue } from "./typed-value.ts";

/** What callers may write anything into, and names for people. */
const FREE = new Set(["description", "display_name", "metadata", "name", "note", "platform"]);

/** SHA-256 of a text, in hexadecimal. */
export type Digest = (text: string) => string;

/**
 * The item with a hash in place of each free text. What lies in the journal cannot be taken away for ten years, and
 * who asks for erasure (Art. 17 GDPR) may have been named there: the text is in the table alone, and the journal can
 * still tell whether it is the one that was sent. The place is hashed with it, so that equal texts do not show.
 */
export function coveredItem(item: TypedItem, digest: Digest): TypedItem {
  const pk = String(item["pk"]?.["S"]);
  // A change history has none to begin with, and says so by the names of fields.
  if (pk.startsWith(OF_CHANGES)) return item;
  return covered(item, `${pk}\n${item["sk"]?.["S"]}`, digest);
}

const OF_CHANGES = changeKey("", "").pk;

const covered = (item: TypedItem, place: string, digest: Digest): TypedItem =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [
      name,
      FREE.has(name) ? hashOf(value, `${place}\n${name}`, digest) : within(value, place, digest),
    ]),
  );

function within(value: TypedValue, place: string, digest: Digest): TypedValue {
  const { L, M } = value as { readonly L?: TypedValue[]; readonly M?: TypedItem };
  if (M) return { M: covered(M, place, digest) };
  if (L) return { L: L.map((one) => within(one, place, digest)) };
  return value;
}

const hashOf = (value: TypedValue, place: string, digest: Digest): TypedValue => ({
  S: `sha256:${digest(`${place}\n${canonicalText(value)}`)}`,
});
