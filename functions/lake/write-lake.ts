import { streamOfArn } from "../../shared/operations/journal/journal-file.ts";
import type { StreamRecord } from "../../shared/operations/journal/journal-record.ts";
import { writeLake } from "../../shared/operations/lake/write-lake.ts";
import { logger } from "../../shared/platform/telemetry/telemetry.ts";

/** A batch of stream records from Lambda, all of one stream. */
type Batch = { readonly Records: readonly (StreamRecord & { readonly eventSourceARN?: string })[] };

/** Writes a batch of the table's changes into the lake. After an error Lambda delivers the records again. */
export async function handler({ Records }: Batch): Promise<void> {
  const [first] = Records;
  if (!first) return;
  const stream = streamOfArn(first.eventSourceARN ?? "");
  const written = await writeLake(Records, stream);
  logger.info("lake", { stream, records: Records.length, ...written });
}
