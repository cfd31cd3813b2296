import * as z from "zod";
import { NO_SOURCES, SourceProfile, type Sources } from "../sources/profile.ts";
import { sourcesKey } from "../table/keys.ts";
import { loadVersioned, updateVersioned, type VersionedItem } from "./versioned-item.ts";

const ITEM: VersionedItem<Sources> = {
  key: sourcesKey,
  schema: z.object({ version: z.int(), last_id: z.int(), items: z.array(SourceProfile) }),
  empty: NO_SOURCES,
  kind: "sources",
  name: "source profiles",
};

/** All source profiles of the account, as they are at this moment. */
export const loadSources = (account: string): Promise<Sources> => loadVersioned(ITEM, account);

/**
 * Replaces the account's source profiles by what `decide` makes of them; see updateVersioned.
 * @throws DomainError `not_ready`, and what `decide` refuses.
 */
export const updateSources = (
  account: string,
  decide: (all: Sources) => Sources,
): Promise<Sources> => updateVersioned(ITEM, account, decide);
