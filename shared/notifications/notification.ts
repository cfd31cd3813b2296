import * as z from "zod";
import { IsoDate, PeriodKey } from "../core/calendar/schema.ts";
import { SchemeType } from "../vat/seller/registration.ts";
import { DISABLED_REASONS } from "./webhooks/webhook.ts";

const ofReturn = { scheme_type: SchemeType, period_key: PeriodKey };

const common = {
  id: z.string(),
  created_at: z.iso.datetime(),
  read_at: z.iso.datetime().optional(),
};

/** Something that people of the account are told, beside crossings of the threshold. */
export const Notice = z.discriminatedUnion("kind", [
  z.object({
    ...common,
    kind: z.literal("return.due_soon"),
    ...ofReturn,
    filing_due_date: IsoDate,
  }),
  z.object({
    ...common,
    kind: z.literal("late_change.recorded"),
    ...ofReturn,
    /** How often the sums of the period had been changed after its end. */
    changes: z.int(),
  }),
  z.object({
    ...common,
    kind: z.literal("webhook.disabled"),
    webhook_id: z.string(),
    url: z.string(),
    reason: z.enum(DISABLED_REASONS),
  }),
]);
export type Notice = Readonly<z.output<typeof Notice>>;

export type NoticeOf<Kind extends Notice["kind"]> = Extract<Notice, { readonly kind: Kind }>;
