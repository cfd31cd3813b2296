import type { ClientBeginning } from "../../accounts/people/clients.ts";
import type { Client } from "../../accounts/people/organisation.ts";
import { requestBoardCheck } from "../../accounts/people/store-board.ts";
import type { Author } from "../../accounts/setting-changes.ts";
import { loadAccount } from "../../accounts/store-accounts.ts";
import { type AccountId, type AuthorId, ledgerOf } from "../../core/ids.ts";
import { addRegistration } from "../../vat/seller/change-settings.ts";
import { fitsMask, normalized } from "../../vat/seller/identifier.ts";
import { checkedIdentifiers } from "../full-identifiers/checked.ts";
import {
  loadStoredIdentifiers,
  saveFullIdentifiers,
} from "../full-identifiers/store-full-identifiers.ts";
import { changeRegistrations, replaceProfile } from "./change-settings.ts";
import { loadProfile, loadRegistrations, updateProfile } from "./store-settings.ts";

type By = Author & { readonly key_id: AuthorId };

/** Number of accounts that begin at once. */
const AT_ONCE = 10;

/**
 * Gives accounts their seat and registration. What an account has already stays, so that a file which was cut off can be
 * sent again.
 */
export async function beginAccounts(
  begun: readonly (readonly [AccountId, ClientBeginning])[],
  by: By,
): Promise<void> {
  for (let first = 0; first < begun.length; first += AT_ONCE) {
    const some = begun.slice(first, first + AT_ONCE);
    await Promise.all(
      some.map(async ([account, beginning]) => {
        await beginAccount(account, beginning, by);
        // The board has the returns within seconds, and not after the next hourly check.
        await requestBoardCheck(ledgerOf(account), by.now);
      }),
    );
  }
}

/**
 * Gives the profile of a client's account the new name of the client, if it still has the former one, which a spreadsheet
 * of clients gave it. A name that the account itself has chosen stays.
 */
export async function followClientName(
  { account, name: former }: Client,
  display_name: string,
  by: By,
): Promise<void> {
  if (await isReadOnly(account)) return;
  const updated_at = by.now.toISOString();
  await updateProfile(
    ledgerOf(account),
    (profile) =>
      profile.display_name === former && display_name !== former
        ? { ...profile, display_name, updated_at }
        : profile,
    by,
  );
}

/** True for suspended and closed accounts. */
const isReadOnly = async (account: AccountId): Promise<boolean> =>
  (await loadAccount(account))?.account_state !== undefined;

async function beginAccount(
  account: AccountId,
  { profile, registration }: ClientBeginning,
  by: By,
): Promise<void> {
  const ledger = ledgerOf(account);
  if (await isReadOnly(account)) return;
  if (profile && (await loadProfile(ledger)).rows.length === 0) {
    await replaceProfile(ledger, profile, by);
  }
  if (!registration) return;
  const before = await loadRegistrations(ledger);
  const { items } =
    before.items.length > 0
      ? before
      : await changeRegistrations(ledger, (all) => addRegistration(all, registration), by);
  const number = registration.vat_registration_number;
  const [only] = items;
  if (number === undefined || !only || (await loadStoredIdentifiers(ledger)).items.length > 0)
    return;
  // Somebody may have entered another one since.
  if (!fitsMask(normalized(number), only.vat_registration_number_masked ?? "")) return;
  const { ioss_intermediary_number: given } = registration;
  const isOwn = given && fitsMask(normalized(given), only.ioss_intermediary_number_masked ?? "");
  const intermediary = isOwn ? { intermediary_number: given } : {};
  const numbers = checkedIdentifiers(
    { items: [{ registration_id: only.id, number, ...intermediary }] },
    items,
  );
  await saveFullIdentifiers(ledger, numbers, {
    keep_others: true,
    author: by.key_id,
    now: by.now,
  });
}
