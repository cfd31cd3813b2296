import * as z from "zod";
import { DeliveryFinding } from "../connections/delivery.ts";

/** Maximum number of findings of an order that are stored. An order of thousands of lines has the same few reasons. */
export const MOST_FINDINGS = 20;

/** The outcomes of an order that a person has to act on, the worst first. */
export const OPEN_OUTCOMES = ["rejected", "unresolved"] as const;
type OpenOutcome = (typeof OPEN_OUTCOMES)[number];

export const isOpenOutcome = (outcome: string | undefined): outcome is OpenOutcome =>
  OPEN_OUTCOMES.some((one) => one === outcome);

/** An order that is not booked as the shop has it, until a person decides or the shop sends a readable edit. */
export const OpenOrder = z.object({
  connection_id: z.string(),
  outcome: z.enum(OPEN_OUTCOMES),
  /** The month of its supply; empty without a day. */
  month: z.string(),
  since: z.iso.datetime(),
  /** The instant of the edit, as the shop states it. */
  modified_at: z.string(),
  /** True if it is a refund that came without its order. */
  is_refund: z.literal(true).optional(),
  /** The stored message with the order; absent if it was fetched. */
  hash: z.string().optional(),
  findings: z.array(DeliveryFinding).readonly(),
});
export type OpenOrder = Readonly<z.output<typeof OpenOrder>>;

/** An order with its edit that was booked last, and its edit that is open or left as it is. */
type Noted = {
  readonly modified_at: string;
  readonly open?: OpenOrder | undefined;
  readonly settled?: Settled | undefined;
};

/** The edit and the message on which a person has decided. */
type Settled = { readonly modified_at: string; readonly hash?: string | undefined };

/** An edit is known by its instant, whatever messages say it. Refunds that come alone are known by their messages. */
const isSettled = (
  { modified_at, hash, is_refund }: OpenOrder,
  settled: Settled | undefined,
): boolean =>
  settled !== undefined &&
  settled.modified_at >= modified_at &&
  (!is_refund || settled.hash === hash);

/** True if an edit is to be noted as open: no later edit is known, and nobody has decided on this one. */
export const isNews = (open: OpenOrder, seen: Noted | undefined): boolean =>
  seen === undefined ||
  (seen.modified_at <= open.modified_at &&
    (seen.open?.modified_at ?? "") <= open.modified_at &&
    !isSettled(open, seen.settled));

/** Returns what stays open when an edit of this instant is booked: only a later edit. */
export const openAfter = (
  modified_at: string,
  open: OpenOrder | undefined,
): OpenOrder | undefined => (open && open.modified_at > modified_at ? open : undefined);
