import { DeleteObjectCommand } from "@aws-sdk/client-s3";
import { marshall } from "@aws-sdk/util-dynamodb";
import { sha256Of } from "../../../../shared/core/hash.ts";
import {
  journalFile,
  placeOfFile,
  recordsIn,
} from "../../../../shared/operations/journal/journal-file.ts";
import {
  type AttributeMap,
  coveredItem,
} from "../../../../shared/operations/journal/journal-record.ts";
import type { Key } from "../../../../shared/platform/table/keys.ts";
import type { Victim } from "./victim.ts";

/** Changes an item, and each file of the journal that has it, under the names that the service would give the files. */
export async function forgeJournal(victim: Victim, key: Key, change: object): Promise<void> {
  const { listJournalFiles, putJournalFile, readJournalFile } = await import(
    "../../../../shared/operations/journal/store-journal-files.ts"
  );
  const { journalBucketName, s3 } = await import("../../../../shared/platform/s3/client.ts");
  await victim.rewrite(key, (item) => Object.assign(item, change));
  const typed = marshall({ ...key, ...change }) as object as AttributeMap;
  const forged = coveredItem(typed, sha256Of) as Record<string, Record<string, unknown>>;
  for (const { key: Key } of await listJournalFiles(victim.name)) {
    const place = placeOfFile(Key);
    const text = (await readJournalFile(Key))?.text ?? "";
    const records = (place && recordsIn(place, text, sha256Of)) ?? [];
    const rewritten = records.map((record) =>
      record.pk === key.pk && record.sk === key.sk
        ? {
            ...record,
            ...(record.old ? { old: { ...record.old, ...forged } } : {}),
            ...(record.new ? { new: { ...record.new, ...forged } } : {}),
          }
        : record,
    );
    await s3.send(new DeleteObjectCommand({ Bucket: journalBucketName(), Key }));
    const file = journalFile(victim.name, place?.stream ?? "", rewritten, sha256Of);
    await putJournalFile(file, new Date());
  }
}
