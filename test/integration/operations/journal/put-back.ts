import { isDeepStrictEqual } from "node:util";
import type { Item } from "../../../stack/tampering.ts";
import { writeJournal } from "./verified.ts";

/* Everything that the store is used for is imported late: its clients read the environment at import. */

/** The changes of nobody whom a test looks at: their file is the last one, where the journal goes on. */
const END = "end-of-journal";

/**
 * Remembers the table of this process and its journal as they are, all written. What it answers puts both back, so
 * that many tamperings are tried on one account that the service has made.
 */
export async function rememberHonest(): Promise<() => Promise<void>> {
  await writeJournal();
  const honest = await allItems();
  const files = new Set(await journalFiles());
  return async () => {
    await putBack(honest);
    await endJournal();
    const added = (await journalFiles()).filter((key) => !files.has(key));
    for (const key of added.filter((one) => !one.startsWith(`${END}/`))) await removeFile(key);
  };
}

const idOf = ({ pk, sk }: Item): string => `${pk}\n${sk}`;

async function allItems(): Promise<Map<string, Item>> {
  const { scanItems } = await import("../../../stack/tampering.ts");
  const items = (await scanItems()).filter(({ pk }) => !String(pk).includes(END));
  return new Map(items.map((item) => [idOf(item), item]));
}

async function putBack(honest: ReadonlyMap<string, Item>): Promise<void> {
  const { putItem, removeItem } = await import("../../../stack/tampering.ts");
  const found = await allItems();
  for (const [id, { pk, sk }] of found) {
    if (!honest.has(id)) await removeItem({ pk: String(pk), sk: String(sk) });
  }
  for (const [id, item] of honest) {
    if (!isDeepStrictEqual(found.get(id), item)) await putItem(item);
  }
}

/** Writes all changes until now, with one after them whose file stays: where the journal ends is asked of its files. */
async function endJournal(): Promise<void> {
  const { putItem } = await import("../../../stack/tampering.ts");
  await putItem({ pk: `EVENT#${END}#last`, sk: "EVENT", at: new Date().toISOString() });
  await writeJournal();
}

async function journalFiles(): Promise<string[]> {
  const { listJournalFiles } = await import(
    "../../../../shared/operations/journal/store-journal-files.ts"
  );
  return (await listJournalFiles()).map(({ key }) => key);
}

async function removeFile(Key: string): Promise<void> {
  const { DeleteObjectCommand } = await import("@aws-sdk/client-s3");
  const { journalBucketName, s3 } = await import("../../../../shared/platform/s3/client.ts");
  await s3.send(new DeleteObjectCommand({ Bucket: journalBucketName(), Key }));
}
