import * as z from "zod";
import type { Queue } from "../../platform/queues/queues.ts";

/** The work of a worker: a mail to send, or the digests of a recipient to make. */
const MailWork = z.union([
  z.strictObject({ cause: z.string().min(1), id: z.string().min(1) }),
  z.strictObject({ digest_of: z.string().min(1) }),
]);
export type MailWork = z.output<typeof MailWork>;

export const MAIL_QUEUE: Queue<MailWork> = { name: "mails", schema: MailWork };
