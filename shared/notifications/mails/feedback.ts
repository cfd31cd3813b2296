import * as z from "zod";
import { type Queue, queueWorker } from "../../platform/queues/queues.ts";
import { suppress } from "./store-mails.ts";

const Recipients = z.array(z.object({ emailAddress: z.string() }));

/**
 * An event of SES: published by a configuration set (`eventType`), or as a notification of an identity
 * (`notificationType`). Events that suppress nothing have other fields.
 */
const SesEvent = z
  .object({
    eventType: z.string().optional(),
    notificationType: z.string().optional(),
    bounce: z.object({ bounceType: z.string(), bouncedRecipients: Recipients }).optional(),
    complaint: z.object({ complainedRecipients: Recipients }).optional(),
  })
  .transform(({ eventType, notificationType, bounce, complaint }) => ({
    type: eventType ?? notificationType ?? "",
    bounce,
    complaint,
  }));
type SesEvent = z.output<typeof SesEvent>;

export const FEEDBACK_QUEUE: Queue<z.input<typeof SesEvent>, SesEvent> = {
  name: "feedback",
  schema: SesEvent,
  isPersonal: true,
};

/** Returns the addresses that an event suppresses. A transient bounce, such as a full mailbox, suppresses none. */
export function suppressedBy({ type, bounce, complaint }: SesEvent) {
  const isBounce = type === "Bounce" && bounce?.bounceType === "Permanent";
  const recipients = isBounce
    ? bounce.bouncedRecipients
    : type === "Complaint"
      ? (complaint?.complainedRecipients ?? [])
      : [];
  const reason = isBounce ? ("bounce" as const) : ("complaint" as const);
  return recipients.map(({ emailAddress }) => ({ address: bareAddress(emailAddress), reason }));
}

/** Returns the address without the name that may stand before it. */
const bareAddress = (text: string): string => /<([^<>]+)>\s*$/.exec(text)?.[1] ?? text.trim();

/** Builds the worker of the queue "feedback", into which SNS passes the events of SES as they are. */
export const feedbackWorker = (now = () => new Date()) =>
  queueWorker(FEEDBACK_QUEUE, async (event) => {
    for (const { address, reason } of suppressedBy(event)) await suppress(address, reason, now());
  });
