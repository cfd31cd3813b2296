import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { noteKeyUse } from "../accounts/key-listings.ts";
import type { IsoDate } from "../core/calendar/iso-date.ts";
import type { Caller } from "./route.ts";

/** So many keys that this process has seen today are remembered. */
const MOST_REMEMBERED = 10_000;

let today: IsoDate | undefined;
const noted = new Set<string>();

/**
 * Notes on which day a key was used: asked for once a day, key and process, written once a day and key.
 * It runs beside the request; one that fails is made up for by the next request.
 * @returns undefined when there is nothing to do; else it ends, and never fails
 */
export function noteUse({ holder, keyId }: Caller, day: IsoDate): Promise<void> | undefined {
  if (today !== day || noted.size >= MOST_REMEMBERED) {
    today = day;
    noted.clear();
  }
  if (noted.has(keyId)) return undefined;
  noted.add(keyId);
  return noteKeyUse(holder, keyId, day).catch((error) => {
    if (!(error instanceof ConditionalCheckFailedException)) noted.delete(keyId);
  });
}
