import { setTimeout as wait } from "node:timers/promises";
import { type Fault, FaultDeck, noFaults, ScriptedFaults, type Shares } from "./fault-deck.ts";
import { forward, handOn, startProxy } from "./forward.ts";

/** Shares of all requests. S3 says «slow down» for throttle, and knows no conflicts. */
export type S3Faults = Shares & {
  /** How long every answer takes on top. */
  readonly slow_ms?: number;
};

export type S3FaultProxy = {
  readonly endpoint: string;
  readonly injected: Readonly<Record<Fault, number>>;
  readonly inject: (faults: S3Faults) => void;
  /** The next requests meet these, whatever the shares; settles when the last of them has. */
  readonly next: (...faults: readonly Fault[]) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Stands in front of the S3 server and makes requests fail as they do on AWS. */
export async function startS3FaultProxy(
  store: string,
  random: () => number,
): Promise<S3FaultProxy> {
  const injected = noFaults();
  const scripted = new ScriptedFaults();
  let deck = new FaultDeck({}, random);
  let slowMs = 0;
  const proxy = await startProxy(async (incoming, body, outgoing) => {
    const fault = scripted.deal() ?? deck.deal();
    if (fault) injected[fault] += 1;
    const refusal = fault && REFUSALS[fault];
    if (refusal) {
      outgoing.writeHead(503, { "content-type": "application/xml" }).end(refusal);
      return;
    }
    if (fault === "no_answer") return;
    const [answer] = await Promise.all([forward(store, incoming, body), wait(slowMs)]);
    if (fault === "silence") return;
    handOn(outgoing, fault === "lost_answer" ? undefined : answer);
  });
  return {
    ...proxy,
    injected,
    inject: ({ slow_ms = 0, ...shares }) => {
      slowMs = slow_ms;
      deck = new FaultDeck(shares, random);
    },
    next: (...faults) => scripted.next(...faults),
  };
}

const told = (code: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>injected</Message></Error>`;

const REFUSALS: Partial<Record<Fault, string>> = {
  throttle: told("SlowDown"),
  server_error: told("ServiceUnavailable"),
};
