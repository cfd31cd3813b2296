import * as z from "zod";
import type { TableRecord } from "../../files/record.ts";
import { importFormat } from "../import-format.ts";
import { SourceId, TimeZone } from "../settings.ts";
import { EVENTS_CSV_FILE } from "./file.ts";
import { eventRowAmount, eventRowDay, eventRowOrder, readEventRow } from "./read.ts";

const EventsCsvSettings = z.strictObject({
  source_id: SourceId,
  separator: z
    .enum([",", ";", "\t"])
    .optional()
    .describe("Between cells; found from the header when left out"),
  decimal_separator: z
    .enum([".", ","])
    .default(".")
    .describe("Before the decimals; the other one may stand between thousands"),
  date_form: z
    .enum(["YYYY-MM-DD", "DD.MM.YYYY", "DD/MM/YYYY", "MM/DD/YYYY", "timestamp"])
    .default("YYYY-MM-DD")
    .describe("How days are written; `timestamp` is a time with its offset from UTC"),
  time_zone: TimeZone.describe("Where midnight decides on the day of a `timestamp`"),
});

export type EventsCsvSettings = z.output<typeof EventsCsvSettings>;

export const EVENTS_CSV = importFormat<TableRecord, EventsCsvSettings>({
  isBeta: false,
  file: EVENTS_CSV_FILE,
  formOf: ({ separator }) =>
    separator ? { ...EVENTS_CSV_FILE.form, separators: [separator] } : EVENTS_CSV_FILE.form,
  settings: EventsCsvSettings,
  read: readEventRow,
  dayOf: eventRowDay,
  orderOf: eventRowOrder,
  amountOf: eventRowAmount,
});
