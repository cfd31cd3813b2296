import * as z from "zod";
import type { LineRecord } from "../../files/record.ts";
import { importFormat } from "../import-format.ts";
import { SourceId } from "../settings.ts";
import { eventLineDay, readEventLine } from "./read.ts";

const NdjsonSettings = z.strictObject({
  source_id: SourceId.describe("Given to events that name none themselves"),
});

export type NdjsonSettings = z.output<typeof NdjsonSettings>;

export const EVENTS_NDJSON = importFormat<LineRecord, NdjsonSettings>({
  name: "events_ndjson",
  title: "Supply events, one JSON object a line",
  isBeta: false,
  file: { kind: "lines" },
  settings: NdjsonSettings,
  read: readEventLine,
  dayOf: eventLineDay,
});
