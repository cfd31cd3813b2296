import { commitTaken } from "./commit-events.ts";
import { countsOf, type ItemRead, refusedItem } from "./items-apart.ts";
import type { CommittedApart, RefusedItem } from "./schema.ts";

type Item = CommittedApart["items"][number];

/**
 * Commits what can be committed of a request, and answers for each item in its order. What is left out
 * takes nothing from the others: they are committed as if it had not been sent.
 * @throws DomainError `not_ready`
 */
export async function commitApart(
  account: string,
  given: readonly ItemRead[],
  now: Date,
  dry_run: boolean,
): Promise<CommittedApart> {
  const readable = given.filter((item) => "event" in item);
  const refused = new Map<ItemRead, RefusedItem>();
  const committed =
    readable.length === 0
      ? []
      : await commitTaken(
          account,
          readable.map(({ event }) => event),
          now,
          (found) => {
            for (const [place, why] of found) {
              const item = readable[place];
              if (item) refused.set(item, refusedItem(item.event.event_id, why, item.at));
            }
          },
          { dry_run },
        );
  const answers = new Map(readable.map((item, place) => [item as ItemRead, committed[place]]));
  const items = given.map(
    (item): Item =>
      "refused" in item ? item.refused : ((answers.get(item) ?? refused.get(item)) as Item),
  );
  return { items, counts: countsOf(items) };
}
