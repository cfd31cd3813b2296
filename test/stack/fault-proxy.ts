import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What may happen to a transaction on its way, each with its share of all transactions. */
export type Faults = {
  /** Cancelled because another writer holds an item; not carried out. */
  readonly conflict?: number;
  /** Refused for lack of capacity; not carried out. */
  readonly throttle?: number;
  /** Carried out, but the answer never arrives. */
  readonly lost_answer?: number;
};

export type FaultProxy = {
  readonly endpoint: string;
  readonly injected: Record<keyof Faults, number>;
  readonly close: () => Promise<void>;
};

/**
 * Stands in front of the engine, which never conflicts, throttles or loses an answer, and makes
 * transactions fail as they do on AWS. `random` gives numbers from 0 to 1.
 */
export async function startFaultProxy(
  engine: string,
  faults: Faults,
  random: () => number,
): Promise<FaultProxy> {
  const injected = { conflict: 0, throttle: 0, lost_answer: 0 };
  const { conflict = 0, throttle = 0, lost_answer = 0 } = faults;
  const server = createServer(async (incoming, outgoing) => {
    const body = Buffer.concat(await Array.fromAsync(incoming));
    const target = String(incoming.headers["x-amz-target"] ?? "");
    const dice = target.endsWith(".TransactWriteItems") ? random() : 1;
    if (dice < conflict) {
      injected.conflict += 1;
      refuse(outgoing, cancelled(body));
    } else if (dice < conflict + throttle) {
      injected.throttle += 1;
      refuse(outgoing, { __type: "com.amazonaws.dynamodb.v20120810#ThrottlingException" });
    } else {
      const lost = dice < conflict + throttle + lost_answer;
      if (lost) injected.lost_answer += 1;
      forward(engine, incoming, body, outgoing, lost);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    injected,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A conflict on the first item of the transaction, in the form DynamoDB gives it. */
function cancelled(body: Buffer) {
  const { TransactItems } = JSON.parse(body.toString()) as { TransactItems: unknown[] };
  const CancellationReasons = TransactItems.map((_, n) =>
    n === 0 ? { Code: "TransactionConflict", Message: "conflict" } : { Code: "None" },
  );
  return {
    __type: "com.amazonaws.dynamodb.v20120810#TransactionCanceledException",
    Message: "Transaction cancelled, please refer cancellation reasons for specific reasons",
    CancellationReasons,
  };
}

function refuse(outgoing: ServerResponse, answer: object): void {
  outgoing.writeHead(400, { "content-type": "application/x-amz-json-1.0" });
  outgoing.end(JSON.stringify(answer));
}

function forward(
  engine: string,
  incoming: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
  lost: boolean,
): void {
  const onward = request(engine, { method: incoming.method, headers: incoming.headers });
  onward.on("response", async (answer) => {
    const content = Buffer.concat(await Array.fromAsync(answer));
    if (lost) outgoing.destroy();
    else outgoing.writeHead(answer.statusCode ?? 500, answer.headers).end(content);
  });
  onward.on("error", () => outgoing.destroy());
  onward.end(body);
}
