import * as z from "zod";
import type { Period } from "../../core/calendar/period.ts";
import { QuarterParam } from "../../core/calendar/schema.ts";

/** The body of a message: one quarter to audit, or an account whose quarters are to be looked for. */
const AuditMessage = z.strictObject({
  account: z.string().min(1),
  quarter: QuarterParam.optional(),
});

/** @throws SyntaxError or ZodError for a message that no dispatcher of ours has sent. */
export const auditIn = (body: string): z.output<typeof AuditMessage> =>
  AuditMessage.parse(JSON.parse(body));

export const auditMessage = (account: string, { key: quarter }: Period): string =>
  JSON.stringify({ account, quarter } satisfies z.input<typeof AuditMessage>);
