import * as z from "zod";
import { type ApiCall, account, type Document, pathOf, returnInput } from "./tool.ts";

/** A write that a tool proposes and a person confirms. */
export type Proposal = {
  /** What happens, in words of this service. */
  readonly action: string;
  /** The request that is sent once the person has confirmed it. */
  readonly call: ApiCall & { readonly method: "POST" };
  /** The page of the console where the person can do the same. */
  readonly address: string;
};

/** A tool that proposes one write. */
export type WritingTool = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly page: `docs/${string}.md`;
  readonly propose: (input: Document) => Proposal;
};

const proposing = <I extends z.ZodObject>(
  tool: Omit<WritingTool, "input" | "propose"> & {
    readonly input: I;
    readonly propose: (input: z.output<I>) => Proposal;
  },
): WritingTool => tool;

type Placed = { readonly account?: string | undefined };

/** Returns the fragment of a page of the console: of a client's account, where one is named. */
const pageIn = ({ account }: Placed, page: string): string =>
  account === undefined ? `#/${page}` : `#open=${account}/${page}`;

const recordPayment = proposing({
  name: "record_payment",
  title: "Record a payment",
  description:
    "Proposes to record that a locked return was paid, in whole or in part. Records only; no money moves.",
  input: z.strictObject({
    ...returnInput,
    paid_on: z.iso.date().describe("The day the money left the account"),
    amount_minor: z.int().describe("Amount paid, in minor units of the return's currency"),
  }),
  page: "docs/quarter.md",
  propose: ({ account, registration_id, paid_on, amount_minor, ...named }) => ({
    action: "Record a payment of this return",
    call: {
      method: "POST",
      path: `${pathOf(named)}/paid`,
      account,
      query: { registration_id },
      body: { paid_on, amount_minor },
    },
    address: pageIn({ account }, `filing/${named.scheme}/${named.period}`),
  }),
});

const markPrepared = proposing({
  name: "mark_prepared",
  title: "Mark a return as prepared",
  description:
    "Proposes to mark the current figures of a return as prepared, for another person to lock. Does not lock or file.",
  input: z.strictObject(returnInput),
  page: "docs/quarter.md",
  propose: ({ account, registration_id, ...named }) => ({
    action: "Mark the figures of this return as prepared",
    call: {
      method: "POST",
      path: `${pathOf(named)}/prepared`,
      account,
      query: { registration_id },
    },
    address: pageIn({ account }, `period/${named.scheme}/${named.period}`),
  }),
});

const classifyEvent = proposing({
  name: "classify_event",
  title: "Classify one event",
  description:
    "Proposes another classification of one event, with a note for the audit trail. Never several events at once.",
  input: z.strictObject({
    account,
    event_id: z.string().min(1).max(100).describe("Id of the event"),
    classification_status: z
      .enum(["classified", "needs_review", "excluded"])
      .describe("New status"),
    note: z.string().min(1).max(500).describe("Reason for the change; no personal data"),
  }),
  page: "docs/quarter.md",
  propose: ({ account, event_id, ...body }) => ({
    action: "Change the classification of this event",
    call: {
      method: "POST",
      path: `/v1/supply-events/${encodeURIComponent(event_id)}/classification`,
      account,
      body,
    },
    address: pageIn({ account }, "review"),
  }),
});

const decideOrder = proposing({
  name: "decide_order",
  title: "Decide one open order",
  description:
    "Proposes to book one open order as the shop has it, or to leave it as it is booked. Never several orders at once.",
  input: z.strictObject({
    account,
    connection_id: z
      .string()
      .regex(/^cn_[0-9a-f]{24}$/)
      .describe("Id of the connected shop"),
    order_id: z
      .string()
      .regex(/^[\w.:-]{1,60}$/)
      .describe("Id of the order, from open_orders"),
    decision: z.enum(["book", "leave"]).describe("book it as the shop has it, or leave it"),
  }),
  page: "docs/api.md",
  propose: ({ account, connection_id, order_id, decision }) => ({
    action:
      decision === "book" ? "Book this order as the shop has it" : "Leave this order as it is",
    call: {
      method: "POST",
      path: `/v1/connections/${connection_id}/open-orders/${encodeURIComponent(order_id)}/${decision === "book" ? "book" : "settle"}`,
      account,
    },
    address: pageIn({ account }, "connections"),
  }),
});

export const WRITING_TOOLS: readonly WritingTool[] = [
  recordPayment,
  markPrepared,
  classifyEvent,
  decideOrder,
];
