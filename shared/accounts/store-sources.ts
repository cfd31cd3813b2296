import * as z from "zod";
import {
  loadVersioned,
  updateVersioned,
  type VersionedItem,
  valueIn,
} from "../platform/dynamodb/versioned-item.ts";
import { sourcesKey } from "../platform/table/keys.ts";
import { changedRows } from "./difference.ts";
import type { Author } from "./setting-changes.ts";
import { NO_SOURCES, SourceProfile, type Sources } from "./sources.ts";
import { appendedChange } from "./store-setting-changes.ts";

const ITEM: VersionedItem<Sources> = {
  key: sourcesKey,
  schema: z.object({ version: z.int(), last_id: z.int(), items: z.array(SourceProfile) }),
  empty: NO_SOURCES,
  kind: "sources",
  name: "source profiles",
};

/** All source profiles of the account, as they are at this moment. */
export const loadSources = (account: string): Promise<Sources> => loadVersioned(ITEM, account);

/** The source profiles in what stands at their key. */
export const sourcesIn = (found: object | undefined): Sources => valueIn(ITEM, found);

/**
 * Replaces the account's source profiles by what `decide` makes of them; see updateVersioned.
 * Who did what when is added to the account's changes.
 * @throws DomainError `not_ready`, and what `decide` refuses.
 */
export const updateSources = (
  account: string,
  decide: (all: Sources) => Sources,
  author: Author,
): Promise<Sources> =>
  updateVersioned(ITEM, account, decide, appendedChange<Sources>("sources", changedRows, author));
