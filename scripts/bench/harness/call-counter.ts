import { once } from "node:events";
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from "node:http";
import { buffer, text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";
import { FREE_LOOPBACK, listen } from "../../local/http-server.ts";

/** A call of the table or of the object store, with the units that the engine reported for it. */
export type CountedCall = {
  /** The operation; for the object store `file` and the method. */
  readonly name: string;
  /** The kind of the first item of the call: the beginning of its partition key. */
  readonly kind: string;
  readonly read: number;
  readonly write: number;
  readonly began: number;
  readonly ended: number;
};

export const unitsOf = (calls: readonly CountedCall[]) => ({
  read: calls.reduce((sum, { read }) => sum + read, 0),
  write: calls.reduce((sum, { write }) => sum + write, 0),
});

/** Counts the calls of the longest chain in which each one begins after the end of the one before. */
export function depthOf(calls: readonly Pick<CountedCall, "began" | "ended">[]): number {
  let depth = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (const { began, ended } of calls.toSorted((a, b) => a.ended - b.ended)) {
    if (began < end) continue;
    depth += 1;
    end = ended;
  }
  return depth;
}

type CallCounter = {
  /** Returns the calls since the last time, and holds each further one for `holdMs`. */
  readonly take: (holdMs?: number) => readonly CountedCall[];
  readonly end: () => void;
};

/**
 * Starts a proxy before the database engine and one before the object store, and points the environment of this process
 * at them. Clients that are imported later call through them.
 */
export async function startCallCounter(): Promise<CallCounter> {
  let calls: CountedCall[] = [];
  let hold = 0;
  const note = (call: Omit<CountedCall, "ended">) =>
    void calls.push({ ...call, ended: performance.now() });
  const servers = [
    await startProxy("DYNAMODB_ENDPOINT", (target) => async (incoming, outgoing) => {
      const began = performance.now();
      if (hold > 0) await wait(hold);
      const { call, answer, content } = await passTableCall(target, incoming);
      note({ began, ...call });
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers).end(content);
    }),
    await startProxy("AWS_ENDPOINT_URL_S3", (target) => async (incoming, outgoing) => {
      const began = performance.now();
      const name = `${incoming.url?.includes("X-Amz-Signature") ? "link" : "file"} ${incoming.method}`;
      const answer = await sendOn(target, incoming, (onward) => pipeline(incoming, onward));
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      await pipeline(answer, outgoing);
      note({ began, name, kind: "", read: 0, write: 0 });
    }),
  ];
  return {
    take: (holdMs = 0) => {
      hold = holdMs;
      const taken = calls;
      calls = [];
      return taken;
    },
    end: () => {
      for (const server of servers) server.close().closeAllConnections();
    },
  };
}

type Pass = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

/** Starts a proxy before the endpoint that a variable of the environment names, and puts its own endpoint there. */
async function startProxy(variable: string, passTo: (target: string) => Pass): Promise<Server> {
  const pass = passTo(process.env[variable] ?? "");
  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy());
  });
  process.env[variable] = await listen(server, FREE_LOOPBACK);
  return server;
}

/** Passes a call of the table on, and asks the engine for the units it takes. */
async function passTableCall(target: string, incoming: IncomingMessage) {
  const name = String(incoming.headers["x-amz-target"]).split(".")[1] ?? "";
  const input = await text(incoming);
  const counts = /Item|Query|Scan/.test(name);
  const body = counts
    ? JSON.stringify({ ...JSON.parse(input), ReturnConsumedCapacity: "TOTAL" })
    : input;
  incoming.headers["content-length"] = `${Buffer.byteLength(body)}`;
  const answer = await sendOn(target, incoming, (onward) => onward.end(body));
  const content = await buffer(answer);
  const units = counts && answer.statusCode === 200 ? consumedIn(content) : 0;
  const isWrite = /Write|Put|Update|Delete/.test(name);
  const [, kind = "other"] = /"([A-Z][A-Z_]+)#/.exec(input) ?? [];
  const call = { name, kind, read: isWrite ? 0 : units, write: isWrite ? units : 0 };
  return { call, answer, content };
}

/** Sends a request on with its headers; `send` sends the body. */
async function sendOn(
  target: string,
  { method, url, headers }: IncomingMessage,
  send: (onward: ClientRequest) => unknown,
): Promise<IncomingMessage> {
  const onward = request(`${target}${url}`, { method, headers });
  const answered = once(onward, "response");
  answered.catch(() => {});
  await send(onward);
  return (await answered)[0] as IncomingMessage;
}

type Consumed = { readonly CapacityUnits?: number };

function consumedIn(content: Buffer): number {
  const { ConsumedCapacity = [] } = JSON.parse(content.toString()) as {
    readonly ConsumedCapacity?: Consumed | readonly Consumed[];
  };
  return [ConsumedCapacity].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
}
