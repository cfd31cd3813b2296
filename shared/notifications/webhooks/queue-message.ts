import * as z from "zod";

/** The body of a message between workers: a delivery to make, or without a webhook a message to hand on. */
const WebhookWork = z.strictObject({
  account: z.string().min(1),
  message_id: z.string().min(1),
  webhook_id: z.string().min(1).optional(),
});
export type WebhookWork = z.output<typeof WebhookWork>;

/** @throws SyntaxError or ZodError for a message that nobody of ours has sent. */
export const webhookWorkIn = (body: string): WebhookWork => WebhookWork.parse(JSON.parse(body));
