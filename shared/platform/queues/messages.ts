import * as z from "zod";

/** The body of a queue message: one account to look after. */
const AccountMessage = z.strictObject({ account: z.string().min(1) });
type AccountMessage = z.output<typeof AccountMessage>;

/** What a queue hands to its worker. */
export type Delivery = {
  readonly Records: readonly {
    readonly messageId: string;
    readonly body: string;
    /** How often the message was delivered, this time included. */
    readonly attributes?: { readonly ApproximateReceiveCount: string };
  }[];
};

/** What the worker could not do: these messages are delivered again, in the end to the dead letters. */
export type DeliveryReport = { readonly batchItemFailures: { itemIdentifier: string }[] };

/** @throws SyntaxError or ZodError for a message that no dispatcher of ours has sent. */
export const accountIn = (body: string): string => AccountMessage.parse(JSON.parse(body)).account;

export const messageFor = (account: string): string =>
  JSON.stringify({ account } satisfies AccountMessage);
