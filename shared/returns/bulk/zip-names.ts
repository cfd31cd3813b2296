import * as z from "zod";
import type { Client } from "../../accounts/people/organisation.ts";
import type { LockedPeriod } from "../locks/locked-period.ts";

/** The stored record of a ZIP. */
export const ZipFile = z.object({
  file_name: z.string(),
  size_bytes: z.int(),
  sha256: z.string(),
});
export type ZipFile = Readonly<z.output<typeof ZipFile>>;

/** Returns the folders of clients by account: the name, and what tells two clients of one name apart. */
export const foldersOf = (clients: readonly Client[]): ReadonlyMap<string, string> =>
  new Map(
    clients.map(({ account, name, reference }) => [account, `${name} ${reference ?? account}`]),
  );

/** Returns the folder of a return in a ZIP, with the characters that every file system takes. */
export const folderOf = (
  client: string,
  {
    scheme_type,
    period_key,
    registration_id,
  }: Pick<LockedPeriod, "scheme_type" | "period_key" | "registration_id">,
): string => {
  const safe = client.replace(/[^\p{L}\p{N} ._&()+-]/gu, "_").replace(/^[.\s]+|[.\s]+$/g, "");
  return `${safe || "_"}/${scheme_type}-${period_key}-${registration_id}`;
};
