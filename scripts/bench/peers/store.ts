/** What a peer's server asks of its database. */
export type PeerStore = {
  /** The database and its version. */
  readonly version: string;
  readonly accountOf: (keyId: string, hash: string) => Promise<string | undefined>;
  readonly summary: (
    account: string,
    period: string,
    from: "rows" | "sums",
  ) => Promise<readonly SummaryRow[]>;
  /** The ids of those that were not there, of events as a request has them. */
  readonly commit: (account: string, events: readonly object[]) => Promise<ReadonlySet<string>>;
  readonly end: () => Promise<void>;
};

/** A row of the return, amounts in cents. */
export type SummaryRow = {
  readonly event_count: number;
  readonly taxable_amount_minor: number;
  readonly vat_amount_minor: number;
};

/** The files that a peer is filled from, and the socket of its database, if that has a process of its own. */
export type PeerFiles = {
  readonly socket?: string;
  readonly supplies: string;
  readonly keys: string;
  readonly rates: string;
};
