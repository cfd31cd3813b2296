import * as z from "zod";
import type { LineRecord } from "../../files/record.ts";
import { importFormat } from "../import-format.ts";
import { SourceId } from "../settings.ts";
import { EVENTS_NDJSON_FILE } from "./file.ts";
import { eventLineAmount, eventLineDay, eventLineOrder, readEventLine } from "./read.ts";

const NdjsonSettings = z.strictObject({
  source_id: SourceId.describe("Given to events that name none themselves"),
});

export type NdjsonSettings = z.output<typeof NdjsonSettings>;

export const EVENTS_NDJSON = importFormat<LineRecord, NdjsonSettings>({
  isBeta: false,
  file: EVENTS_NDJSON_FILE,
  settings: NdjsonSettings,
  read: readEventLine,
  dayOf: eventLineDay,
  orderOf: eventLineOrder,
  amountOf: eventLineAmount,
});
