import { newSecret } from "../../accounts/people/session.ts";
import { loadClients, loadOrganisation } from "../../accounts/people/store-organisations.ts";
import { loadAccount } from "../../accounts/store-accounts.ts";
import { DomainError, invalidRequest, notFound } from "../../core/errors/errors.ts";
import { type AccountId, type AuthorId, type LedgerId, ledgerOf } from "../../core/ids.ts";
import { loadProfile } from "../../ledger/settings/store-settings.ts";
import { newImportId } from "../jobs/job.ts";
import { settingsOf } from "../jobs/manage-import.ts";
import type { UploadLinkRequest } from "./schema.ts";
import { insertUploadLink, listUploadLinks, updateUploadLink } from "./store-upload-links.ts";
import {
  isUsedUp,
  linkToken,
  newUploadLink,
  revoked,
  takesFiles,
  type UploadLink,
} from "./upload-link.ts";

/** Maximum number of an account's links that are open. */
const MOST_OPEN = 100;
/** Number of links that are scanned; an open link is among the newest. */
const LINKS_SCANNED = 500;

type Maker = {
  readonly ledger: LedgerId;
  readonly account: AccountId;
  readonly author: AuthorId;
  readonly now: Date;
};

/**
 * Makes a link by which a client sends files, and returns its token, which is not stored.
 * @throws DomainError `invalid_request` for settings that do not fit the format; `import_limit_reached`
 */
export async function makeUploadLink(
  { days, settings, ...asked }: UploadLinkRequest,
  { ledger, account, author, now }: Maker,
): Promise<{ readonly link: UploadLink; readonly token: string }> {
  const given = settings && (await checkedSettings(ledger, asked, settings));
  const newest = await listUploadLinks(ledger, LINKS_SCANNED);
  if (newest.filter((link) => takesFiles(link, now) && !isUsedUp(link)).length >= MOST_OPEN) {
    const message = `${MOST_OPEN} upload links are open: revoke some first`;
    throw new DomainError("import_limit_reached", message);
  }
  const { format, source_id, period_key, language, max_files } = asked;
  const id = newImportId(now);
  const token = linkToken({ ledger, id }, newSecret());
  const link = newUploadLink(
    {
      source_id,
      period_key,
      language,
      max_files,
      days,
      created_by: author,
      ...(format && { format }),
      ...(given && { settings: given }),
      ...(await namesOf(account)),
    },
    token,
    id,
    now,
  );
  await insertUploadLink(ledger, link);
  return { link, token };
}

function checkedSettings(
  ledger: LedgerId,
  { format, source_id }: Pick<UploadLinkRequest, "format" | "source_id">,
  settings: Record<string, unknown>,
) {
  if (format) return settingsOf(ledger, { format, source_id, settings });
  const message = "are of a format: name it in format, or leave them out";
  throw invalidRequest([{ field: "settings", message }]);
}

/** Returns the names by which a sender knows who asks: the organisation and the client, else the business or its account. */
async function namesOf(account: AccountId): Promise<Pick<UploadLink, "asked_by" | "client">> {
  const { organisation } = (await loadAccount(ledgerOf(account))) ?? {};
  if (organisation === undefined) {
    const { display_name } = await loadProfile(ledgerOf(account));
    return { asked_by: display_name ?? account };
  }
  const [found, [client]] = await Promise.all([
    loadOrganisation(organisation),
    loadClients(organisation, [account]),
  ]);
  return { asked_by: found?.name ?? account, ...(client && { client: client.name }) };
}

/**
 * Ends a link at once. Repeating the request changes nothing.
 * @throws DomainError `not_found`, `not_ready`
 */
export const revokeUploadLink = (ledger: LedgerId, id: string, now: Date): Promise<UploadLink> =>
  updateUploadLink({ ledger, id }, (link) => {
    if (!link) throw notFound("upload link");
    return revoked(link, now);
  });
