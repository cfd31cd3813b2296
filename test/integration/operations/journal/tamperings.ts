import { DeleteObjectCommand, PutObjectCommand } from "@aws-sdk/client-s3";
import type { AuthorId, EventId, LedgerId, PeriodKey } from "../../../../shared/core/ids.ts";
import {
  apiKeyKey,
  eventKey,
  linkKey,
  notificationKey,
  registrationsKey,
  sumKey,
} from "../../../../shared/platform/table/keys.ts";
import {
  lockChainKey,
  openingKey,
  openingStateKey,
} from "../../../../shared/platform/table/periods.ts";
import { webhookSecretKey, webhooksKey } from "../../../../shared/platform/table/webhooks.ts";
import { keyIdOf } from "../../../stack/key-parts.ts";
import type { Item } from "../../../stack/tampering.ts";
import { LOCKED, type Victim } from "./victim.ts";

type Command = "verify-tallies" | "verify-locks" | "verify-journal" | "list of keys";

export type Tampering = {
  readonly what: string;
  readonly change: (victim: Victim, another: Victim) => Promise<unknown>;
} & (
  | { readonly noticed: readonly Command[] }
  | { readonly harmless: string }
  | { readonly objectLockAlone: string }
);

const [FIRST, MIDDLE, LAST] = LOCKED;
const BOOK = "u2025-Q3";
const LINE = "line|goods|SE|DE|standard|1900|EUR";
const TALLIES = "verify-tallies";
const LOCKS = "verify-locks";
const JOURNAL = "verify-journal";

const sale = ({ name }: Victim) => eventKey(name as LedgerId, "sale-1" as EventId);
const refund = ({ name }: Victim) => eventKey(name as LedgerId, "refund-1" as EventId);

const removeEvents = async (victim: Victim) => {
  for (const key of [
    sale(victim),
    refund(victim),
    linkKey(victim.name as LedgerId, "sale-1" as EventId, "refund-1" as EventId),
  ]) {
    await victim.remove(key);
  }
};

const removeSums = async (victim: Victim) => {
  for (const partition of [BOOK, "y2025"]) {
    for (const { pk, sk } of await victim.itemsOf(`T#${victim.name}#${partition}`)) {
      await victim.remove({ pk: String(pk), sk: String(sk) });
    }
  }
};

const invent = ({ name, put }: Victim, partition: string, key: string) =>
  put({ ...sumKey(name as LedgerId, partition, key, 0), s: 1, w: 1, v: 999 });

const withVat = (item: Item, vat_amount_minor: number) => {
  const [line] = item["entries"] as { a: Record<string, number> }[];
  Object.assign(item, { vat_amount_minor });
  Object.assign(line?.a ?? {}, { v: vat_amount_minor });
};

const OF_EVENTS: readonly Tampering[] = [
  { what: "all events deleted, sums left", change: removeEvents, noticed: [TALLIES, JOURNAL] },
  {
    what: "events deleted with their sums",
    change: async (victim) => {
      await removeEvents(victim);
      await removeSums(victim);
    },
    noticed: [JOURNAL],
  },
  {
    what: "a sum in an empty quarter",
    change: (victim) => invent(victim, "u2025-Q4", LINE),
    noticed: [TALLIES],
  },
  {
    what: "a sum in an empty year",
    change: (victim) => invent(victim, "y2026", "day|2026-03-03|EUR"),
    noticed: [TALLIES],
  },
  {
    what: "an event and its sum together",
    change: async (victim) => {
      await victim.rewrite(sale(victim), (item) => withVat(item, 900));
      await victim.addToSum(BOOK, LINE, { v: -1000 });
    },
    noticed: [TALLIES, JOURNAL],
  },
  {
    what: "an event, its fingerprint and its sums",
    change: async (victim) => {
      const { submissionsOf } = await import("../../../../shared/ledger/events/submission.ts");
      const { recordOf } = await import("../../../../shared/ledger/events/store-events.ts");
      const { fingerprintOf } = await import("../../../../shared/core/hash.ts");
      await victim.rewrite(sale(victim), (item) => {
        const known = String(item["fingerprint"]);
        const form = submissionsOf(recordOf(item)).findIndex(
          (submission) => fingerprintOf(submission) === known,
        );
        Object.assign(item, { description: "a desk" });
        item["fingerprint"] = fingerprintOf(submissionsOf(recordOf(item))[form]);
      });
    },
    noticed: [JOURNAL],
  },
  {
    what: "a sale excluded past the service, with a history",
    change: (victim) =>
      victim.rewrite(sale(victim), (item) => {
        const at = new Date().toISOString();
        const step = { at, from: "classified", to: "excluded", note: "forged", key_id: "k" };
        Object.assign(item, {
          ...{ classification_status: "excluded", classification_history: [step] },
          version: Number(item["version"] ?? 0) + 1,
        });
      }),
    noticed: [TALLIES],
  },
  {
    what: "the description of an event",
    change: (victim) =>
      victim.rewrite(sale(victim), (item) => Object.assign(item, { description: "a desk" })),
    noticed: [TALLIES, JOURNAL],
  },
  {
    what: "the instant of a commit",
    change: (victim) =>
      victim.rewrite(sale(victim), (item) =>
        Object.assign(item, { committed_at: "2025-08-02T00:00:00.000Z" }),
      ),
    noticed: [JOURNAL],
  },
  {
    what: "the status of a registration",
    change: ({ name, rewrite }) =>
      rewrite(registrationsKey(name as LedgerId), (item) => {
        Object.assign((item["items"] as Item[])[0] ?? {}, { status: "excluded" });
      }),
    noticed: [JOURNAL],
  },
  {
    what: "a link deleted",
    change: ({ name, remove }) =>
      remove(linkKey(name as LedgerId, "sale-1" as EventId, "refund-1" as EventId)),
    noticed: [TALLIES, JOURNAL],
  },
  {
    what: "the amount of an event",
    change: (victim) =>
      victim.rewrite(sale(victim), (item) => Object.assign(item, { vat_amount_minor: 1 })),
    noticed: [TALLIES, JOURNAL],
  },
  {
    what: "an event taken out of the list",
    change: (victim) =>
      victim.rewrite(sale(victim), (item) => {
        delete item["gsi1pk"];
        delete item["gsi1sk"];
      }),
    noticed: [TALLIES, JOURNAL],
  },
  {
    what: "the version of an event rolled back",
    change: (victim) => victim.rewrite(sale(victim), (item) => Object.assign(item, { version: 0 })),
    noticed: [JOURNAL],
  },
  {
    what: "a sum split over two shards, the total the same",
    change: async (victim) => {
      const pk = `T#${victim.name}#${BOOK}`;
      const [shard = {}] = await victim.itemsOf(pk, `${LINE}#`);
      const other = sumKey(
        victim.name as LedgerId,
        BOOK,
        LINE,
        (Number(String(shard["sk"]).at(-1)) + 1) % 8,
      );
      await victim.put({ ...shard, v: Number(shard["v"]) - 10 });
      await victim.put({ ...other, s: 1, w: 1, v: 10 });
    },
    harmless:
      "a figure is the total of its shards, and the service itself chooses shards at random",
  },
];

const OF_LOCKS: readonly Tampering[] = [
  {
    what: "the last lock cut, with a head to match",
    change: async (victim) => {
      await victim.remove(victim.lock(LAST));
      await victim.endChainAt(MIDDLE, 2);
    },
    noticed: [LOCKS, JOURNAL],
  },
  {
    what: "the last snapshot rewritten and hashed anew, with a head to match",
    change: async (victim) => {
      await victim.forgeLock(LAST, (item) => Object.assign(item, { filing_status_detail: "x" }));
      await victim.endChainAt(LAST, 3);
    },
    noticed: [LOCKS, JOURNAL],
  },
  {
    what: "the whole chain in another order",
    change: async (victim) => {
      await victim.forgeLock(LAST, (item) => Object.assign(item, { previous: null }));
      await victim.forgeLock(FIRST, (item) => Object.assign(item, { previous: { sha256: "x" } }));
      await victim.endChainAt(FIRST, 3);
    },
    noticed: [LOCKS, JOURNAL],
  },
  {
    what: "all locks gone, and the head",
    change: async (victim) => {
      for (const period of LOCKED) await victim.remove(victim.lock(period));
      await victim.remove(lockChainKey(victim.name as LedgerId));
    },
    noticed: [LOCKS, JOURNAL],
  },
  {
    what: "a lock in the middle removed",
    change: (victim) => victim.remove(victim.lock(MIDDLE)),
    noticed: [LOCKS, JOURNAL],
  },
  {
    what: "a filing invented",
    change: (victim) =>
      victim.rewrite(victim.lock(LAST), (item) => {
        const at = new Date().toISOString();
        item["filed"] = { filed_at: at.slice(0, 10), recorded_at: at, recorded_by: "k" };
      }),
    noticed: [LOCKS],
  },
  {
    what: "an export pointed to another file",
    change: (victim) =>
      victim.rewrite(victim.lock(LAST), (item) => {
        const [first, second] = item["exports"] as Item[];
        Object.assign(first ?? {}, { key: second?.["key"] });
      }),
    noticed: [LOCKS, JOURNAL],
  },
  {
    what: "the locks of another account",
    change: async (victim, other) => {
      for (const period of LOCKED) {
        const lock = await other.item(other.lock(period));
        await victim.put({ ...lock, ...victim.lock(period) });
      }
      const head = await other.item(lockChainKey(other.name as LedgerId));
      await victim.put({ ...head, ...lockChainKey(victim.name as LedgerId) });
    },
    noticed: [LOCKS, JOURNAL],
  },
  {
    what: "the marker of a lock altered",
    change: async (victim) => {
      const [marker = {}] = await victim.itemsOf(`MARKS#${victim.name}`, "u2025-Q2|lock");
      await victim.put({ ...marker, return_currency: "SEK" });
    },
    noticed: [JOURNAL],
  },
  {
    what: "the count of late changes lowered",
    change: async (victim) => {
      const [marker = {}] = await victim.itemsOf(`MARKS#${victim.name}`, "u2025-Q3|change");
      await victim.put({ ...marker, changes: 0 });
    },
    noticed: [JOURNAL],
  },
  {
    what: "an opening rewritten",
    change: ({ name, rewrite }) => {
      const of = {
        scheme_type: "union_oss",
        period_key: "2023-Q1" as PeriodKey,
        registration_id: 1,
      };
      return rewrite(openingKey(name as LedgerId, of), (item) => {
        Object.assign((item["member_states"] as Item[])[0] ?? {}, { vat_amount_minor: 20_000 });
      });
    },
    noticed: [JOURNAL],
  },
];

const OF_ACCESS: readonly Tampering[] = [
  {
    what: "a read-only key that may write",
    change: ({ account, rewrite }) =>
      rewrite(apiKeyKey(keyIdOf(account.readOnly)), (item) =>
        Object.assign(item, { scope: "full" }),
      ),
    noticed: [JOURNAL],
  },
  {
    what: "a key invented, as by an operator",
    change: async ({ account, item, put }) => {
      const own = await item(apiKeyKey(keyIdOf(account.full)));
      const key_id = keyIdOf(account.full).split("").reverse().join("") as AuthorId;
      await put({ ...own, ...apiKeyKey(key_id as AuthorId), key_id });
    },
    noticed: [JOURNAL, "list of keys"],
  },
  {
    what: "a key invented, with an author who does not exist",
    change: async ({ account, item, put }) => {
      const own = await item(apiKeyKey(keyIdOf(account.full)));
      const key_id = keyIdOf(account.full).split("").reverse().join("") as AuthorId;
      await put({ ...own, ...apiKeyKey(key_id as AuthorId), key_id, created_by: "0".repeat(16) });
    },
    noticed: [JOURNAL],
  },
  {
    what: "the secret of a webhook swapped",
    change: ({ name, webhook, rewrite }) =>
      rewrite(webhookSecretKey(name as LedgerId, webhook), (item) =>
        Object.assign(item, { current: `whsec_${"A".repeat(43)}=` }),
      ),
    noticed: [JOURNAL],
  },
  {
    what: "the address of a webhook redirected",
    change: ({ name, rewrite }) =>
      rewrite(webhooksKey(name as LedgerId), (item) => {
        const [one] = item["webhooks"] as Item[];
        Object.assign(one ?? {}, { url: "https://evil.example/" });
      }),
    noticed: [JOURNAL],
  },
  {
    what: "the address of a webhook redirected, with the version of a write",
    change: ({ name, rewrite }) =>
      rewrite(webhooksKey(name as LedgerId), (item) => {
        const [one] = item["webhooks"] as Item[];
        Object.assign(one ?? {}, { url: "https://evil.example/" });
        item["version"] = Number(item["version"]) + 1;
      }),
    noticed: [JOURNAL],
  },
  {
    what: "a registration of later, with the version of a write",
    change: ({ name, rewrite }) =>
      rewrite(registrationsKey(name as LedgerId), (item) => {
        Object.assign((item["items"] as Item[])[0] ?? {}, { effective_from: "2025-09-01" });
        item["version"] = Number(item["version"]) + 1;
      }),
    noticed: [TALLIES, JOURNAL],
  },
  {
    what: "an opening ten times as high, counted as a write",
    change: async ({ name, rewrite }) => {
      const of = {
        scheme_type: "union_oss",
        period_key: "2023-Q1" as PeriodKey,
        registration_id: 1,
      };
      await rewrite(openingKey(name as LedgerId, of), (item) => {
        Object.assign((item["member_states"] as Item[])[0] ?? {}, { vat_amount_minor: 20_000 });
      });
      await rewrite(openingStateKey(name as LedgerId, "union_oss"), (item) => {
        item["openings_written"] = Number(item["openings_written"]) + 1;
      });
    },
    noticed: [JOURNAL],
  },
  {
    what: "a row of the history of settings deleted",
    change: async (victim) => {
      const [row = {}] = await victim.itemsOf(`CHANGES#${victim.name}`);
      await victim.remove({ pk: String(row["pk"]), sk: String(row["sk"]) });
    },
    noticed: [JOURNAL],
  },
  {
    what: "an import's result forged",
    change: async (victim) => {
      const [job = {}] = await victim.itemsOf(`IMPORTS#${victim.name}`);
      await victim.put({ ...job, status: "completed", committed: 5 });
    },
    harmless:
      "it is shown for 400 days and decides nothing: events, sums and the proof of an undo are verified by themselves",
  },
  {
    what: "a remembered answer forged",
    change: async ({ name }) => {
      const { itemsOf: all } = await import("../../../stack/account-items.ts");
      const { putItem } = await import("../../../stack/tampering.ts");
      const answers = [...(await all(name as LedgerId))].filter(([key]) =>
        key.startsWith("IDEMPOTENCY#"),
      );
      for (const [, item] of answers) await putItem({ ...(item as Item), body: "{}" });
    },
    harmless: "it is repeated for a day to who sent the request; the ledger holds what was stored",
  },
  {
    what: "a notification invented",
    change: ({ name, put }) =>
      put({
        ...notificationKey(name as LedgerId, `${name}-2026-exceeded`),
        ...{ schema_version: 1, id: `${name}-2026-exceeded`, year: 2026, current_minor: 1 },
      }),
    harmless: "it tells, and decides nothing: the threshold is computed from sums each time",
  },
];

/** Changes the files of the journal itself. */
async function lastJournalFile(victim: Victim) {
  const { listJournalFiles } = await import(
    "../../../../shared/operations/journal/store-journal-files.ts"
  );
  const { journalBucketName, s3 } = await import("../../../../shared/platform/s3/client.ts");
  const Key = String((await listJournalFiles(victim.name)).at(-1)?.key);
  return { s3, place: { Bucket: journalBucketName(), Key } };
}

/** Those of files, which have their account to themselves. */
export const TAMPERINGS_OF_FILES: readonly Tampering[] = [
  {
    what: "a file of a lock overwritten",
    change: async (victim) => {
      const { exports } = await victim.item(victim.lock(LAST));
      await victim.overwrite(String((exports as Item[])[0]?.["key"]));
    },
    noticed: [LOCKS],
  },
  {
    what: "a file of records overwritten",
    change: async (victim) => {
      const [job = {}] = await victim.itemsOf(`RECORDS#${victim.name}`);
      await victim.overwrite(String((job["files"] as Item[])[0]?.["key"]));
    },
    noticed: [LOCKS],
  },
  {
    what: "a file of the journal edited",
    change: async (victim) => {
      const { s3, place } = await lastJournalFile(victim);
      await s3.send(new PutObjectCommand({ ...place, Body: "{}\n" }));
    },
    noticed: [JOURNAL],
  },
  {
    what: "the last file of the journal deleted, while the stream has its changes",
    change: async (victim) => {
      const { s3, place } = await lastJournalFile(victim);
      await s3.send(new DeleteObjectCommand(place));
    },
    objectLockAlone: "the file is written again from the stream, which has each change for a day",
  },
];

/** The tamperings of items of the table, in the order of their subjects. */
export const TAMPERINGS = [...OF_EVENTS, ...OF_LOCKS, ...OF_ACCESS];
