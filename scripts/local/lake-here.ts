import { streamOfArn } from "../../shared/operations/journal/journal-file.ts";
import { changesSince, streamArnOfTable } from "./table-stream.ts";
import { runEvery } from "./timers.ts";

const SECONDS = 5;

/** Writes the table's changes into the lake until `closing` is disposed, beginning with all of the stream. */
export function lakeHere(closing: AsyncDisposableStack): void {
  let last: string | undefined;
  const write = async () => {
    last = await writeChanges(last);
  };
  runEvery(SECONDS, write, closing);
}

/** Writes the changes after `last`, and returns the number of the last one. */
async function writeChanges(after?: string): Promise<string | undefined> {
  const streamArn = await streamArnOfTable();
  if (!streamArn) return undefined;
  const { writeLake } = await import("../../shared/operations/lake/write-lake.ts");
  let last = after;
  for await (const records of changesSince(streamArn, after)) {
    await writeLake(records, streamOfArn(streamArn));
    last = records.at(-1)?.dynamodb.SequenceNumber ?? last;
  }
  return last;
}

/** Writes all changes of the table's stream into the lake, and tends it, as the deployed functions do. */
export async function writeLakeHere(now: Date): Promise<void> {
  await writeChanges();
  const { tendLake } = await import("../../shared/operations/lake/tend-lake.ts");
  await tendLake(now);
}
