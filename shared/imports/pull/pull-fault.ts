import type { AccessFault } from "../connections/connection.ts";

/** The codes of what ends a catch-up before its time. */
type PullFaultCode = Exclude<AccessFault, "scope_missing">;

type Options = {
  readonly waitSeconds?: number;
  readonly isBusy?: boolean;
  readonly isLasting?: boolean;
};

/** The reason why a shop could not be read, in words for its owner. */
export class PullFault extends Error {
  readonly code: PullFaultCode;
  /** Seconds after which the shop wants to be asked again; undefined if it does not say so. */
  readonly waitSeconds: number | undefined;
  /** True if the shop works, and only limits the number of requests. */
  readonly isBusy: boolean;
  /** True if asking again soon changes nothing. */
  readonly isLasting: boolean;

  constructor(
    code: PullFaultCode,
    message: string,
    { waitSeconds, isBusy = false, isLasting = code !== "pull_failed" }: Options = {},
  ) {
    super(message);
    this.name = "PullFault";
    this.code = code;
    this.waitSeconds = waitSeconds;
    this.isBusy = isBusy;
    this.isLasting = isLasting;
  }
}
