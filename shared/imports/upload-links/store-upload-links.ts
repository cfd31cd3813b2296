import type { LedgerId } from "../../core/ids.ts";
import { newestReadable } from "../../platform/dynamodb/readable-items.ts";
import {
  loadVersioned,
  updateVersioned,
  type VersionedItem,
} from "../../platform/dynamodb/versioned-item.ts";
import { UPLOAD_LINK_ITEM, uploadLinkKey, uploadLinksOf } from "../../platform/table/imports.ts";
import { type LinkName, UploadLink } from "./upload-link.ts";

/** Before its first write a link is not there. */
type Stored = UploadLink | { readonly version: 0 };

const UPLOAD_LINK: VersionedItem<Stored, LinkName> = {
  key: ({ ledger, id }) => uploadLinkKey(ledger, id),
  schema: UploadLink,
  empty: { version: 0 },
  definition: UPLOAD_LINK_ITEM,
  name: "files of the link",
};

const there = (stored: Stored): UploadLink | undefined => ("id" in stored ? stored : undefined);

export async function insertUploadLink(ledger: LedgerId, link: UploadLink): Promise<void> {
  await updateVersioned(UPLOAD_LINK, { ledger, id: link.id }, () => link);
}

/** Reads a link, strongly consistent, so that a revoked one opens nothing. */
export const loadUploadLink = async (name: LinkName): Promise<UploadLink | undefined> =>
  there(await loadVersioned(UPLOAD_LINK, name));

/**
 * Changes a link. `decide` gets undefined for an unknown one, and throws then.
 * @throws DomainError `not_ready` when other writers kept winning
 */
export const updateUploadLink = async (
  name: LinkName,
  decide: (link: UploadLink | undefined) => UploadLink,
): Promise<UploadLink> =>
  (await updateVersioned(UPLOAD_LINK, name, (stored) => decide(there(stored)))) as UploadLink;

/** Lists at most `limit` links that were made before `before`, newest first. */
export const listUploadLinks = (
  ledger: LedgerId,
  limit: number,
  before?: string,
): Promise<UploadLink[]> =>
  newestReadable(uploadLinksOf(ledger, before), { limit }, (item) => UploadLink.parse(item));
