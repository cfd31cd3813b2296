import * as z from "zod";
import {
  Balance,
  CorrectionRow,
  ReturnRow,
  Totals,
  UsedRate,
} from "../../shared/returns/schema.ts";
import { UNION_OSS } from "../../shared/vat/schemes/union-oss.ts";

/** A request body, or a part of one: the service judges it, not the test. */
const Fields = z.record(z.string(), z.unknown());
const Event = z.looseObject({ event_id: z.string() });
const Day = z.iso.date();

const Excluded = z.strictObject({
  event_id: z.string(),
  warning: z.enum(UNION_OSS.warning_codes),
  /** One of the event's classification reasons, or the reason its link is invalid. */
  reason: z.string().optional(),
});

const ExpectedReport = z.strictObject({
  return_currency: z.string(),
  rows: z.array(ReturnRow),
  corrections: z.array(CorrectionRow),
  balances: z.array(Balance),
  totals: Totals,
  included_source_event_count: z.int(),
  excluded: z.array(Excluded).default([]),
  exchange_rates: z.array(UsedRate).default([]),
  section_totals: z
    .record(z.string(), z.strictObject({ taxable_minor: z.int(), vat_minor: z.int() }))
    .optional(),
});

/** A case of somebody else's, as requests and answers of this service. */
const Vector = z.strictObject({
  id: z.string().min(1),
  /** What would go unnoticed without this case. */
  pins: z.string().min(1),
  source: z.string().min(1),
  /** What is not as in the source. */
  adapted: z.string().min(1).optional(),
  account: Fields,
  registration: Fields,
  ecb_days: z
    .array(z.strictObject({ day: Day, rates: z.record(z.string(), z.string()) }))
    .default([]),
  /** What all events of the case share; an event's own fields go before. */
  every_event: Fields.default({}),
  events: z.array(Event),
  /** Events of the source that the service refuses, with the fields it names. */
  refused: z
    .array(z.strictObject({ event: Event, fields: z.array(z.string()).min(1) }))
    .default([]),
  /** The report of each quarter. */
  expect: z
    .record(z.string().regex(/^\d{4}-Q[1-4]$/), ExpectedReport)
    .refine((reports) => Object.keys(reports).length > 0, "must expect a report"),
});

export type Vector = z.output<typeof Vector>;
export type ExpectedReport = z.output<typeof ExpectedReport>;

/** The cases of a file. @throws ZodError when one says too little, or what no runner looks at. */
export const vectorsOf = (json: unknown): Vector[] => z.array(Vector).min(1).parse(json);
