import type { Author } from "../../accounts/setting-changes.ts";
import type { Registrations } from "../../vat/seller/registration.ts";
import { announceRecount } from "../recount/queue.ts";
import { updateRegistrations } from "./registrations.ts";

/**
 * Replaces the account's registrations by what `decide` makes of them, and has moved what lies
 * in another segment of its period since.
 * @throws DomainError `not_ready`, and what `decide` refuses.
 */
export async function changeRegistrations(
  account: string,
  decide: (all: Registrations) => Registrations,
  author: Author,
): Promise<Registrations> {
  const { value, followed } = await updateRegistrations(account, decide, author);
  if (followed) await announceRecount(account);
  return value;
}
