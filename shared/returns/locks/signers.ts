import * as z from "zod";
import { PERSON_ID } from "../../accounts/people/person.ts";
import { loadPersons } from "../../accounts/people/store-sessions.ts";
import type { LedgerId } from "../../core/ids.ts";
import type { LockedPeriod } from "./locked-period.ts";
import { lastMark } from "./preparation.ts";
import { loadPreparation } from "./store-locks.ts";

/** The names that a printed page of a return is signed with. */
export const Signers = z
  .strictObject({
    prepared: z
      .string()
      .nullable()
      .describe("Name of the person who prepared the locked figures; null if not known"),
    locked: z
      .string()
      .nullable()
      .describe("Name of the person who locked the return; null for an API key"),
  })
  .meta({ id: "ReturnSigners" });
export type Signers = z.output<typeof Signers>;

/** The part of a lock that tells its authors. */
export type SignedLock = Pick<
  LockedPeriod,
  "scheme_type" | "period_key" | "registration_id" | "content_sha256" | "prepared_by" | "locked_by"
>;

/** Loads the names of the persons who prepared and locked a return; nulls for an open one. */
export async function loadSigners(
  ledger: LedgerId,
  lock: SignedLock | undefined,
): Promise<Signers> {
  if (!lock) return { prepared: null, locked: null };
  const { locked_by } = lock;
  const marked = lastMark(await loadPreparation(ledger, lock), lock.content_sha256);
  const prepared_by = marked.prepared_by ?? lock.prepared_by ?? "";
  const ids = [prepared_by, locked_by].filter((id) => PERSON_ID.test(id));
  const persons = ids.length > 0 ? await loadPersons(ids) : undefined;
  return {
    prepared: persons?.get(prepared_by)?.name ?? null,
    locked: persons?.get(locked_by)?.name ?? null,
  };
}
