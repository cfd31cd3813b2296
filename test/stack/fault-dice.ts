/** What may happen to a call on its way, each with its share of the calls. */
export type Shares = {
  /** Refused because another writer holds an item; not carried out. Of writes only. */
  readonly conflict?: number;
  /** Refused for lack of capacity; not carried out. */
  readonly throttle?: number;
  /** Refused by a server that is out of order; not carried out. */
  readonly server_error?: number;
  /** Carried out, but the connection breaks before the answer. */
  readonly lost_answer?: number;
  /** Not carried out, and no answer ever comes. */
  readonly no_answer?: number;
  /** Carried out, and no answer ever comes. */
  readonly silence?: number;
};

export type Fault = keyof Shares;

export const noFaults = (): Record<Fault, number> => ({
  conflict: 0,
  throttle: 0,
  server_error: 0,
  lost_answer: 0,
  no_answer: 0,
  silence: 0,
});

/** What happens to one call; undefined when nothing does. */
export function faultAt(dice: number, shares: Shares): Fault | undefined {
  let upTo = 0;
  for (const [fault, share] of Object.entries(shares) as [Fault, number][]) {
    upTo += share;
    if (dice < upTo) return fault;
  }
  return undefined;
}
