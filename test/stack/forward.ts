import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { promisify } from "node:util";
import { startServer } from "./loopback-server.ts";

export type Forwarded = Readonly<Pick<IncomingMessage, "statusCode" | "headers">> & {
  readonly content: Buffer;
};

/** Sends a request on as it came; undefined when nobody answers. */
export function forward(
  to: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
): Promise<Forwarded | undefined> {
  return new Promise((resolve) => {
    const onward = request(`${to}${url}`, { method, headers });
    onward.on("response", (answer) => {
      Array.fromAsync(answer as AsyncIterable<Buffer>).then(
        (chunks) => {
          const { statusCode, headers } = answer;
          resolve({ statusCode, headers, content: Buffer.concat(chunks) });
        },
        () => resolve(undefined),
      );
    });
    onward.on("error", () => resolve(undefined));
    onward.end(body);
  });
}

/** Hands an answer on; without one the connection breaks. */
export function handOn(outgoing: ServerResponse, answer: Forwarded | undefined): void {
  if (!answer) outgoing.destroy();
  else outgoing.writeHead(answer.statusCode ?? 500, answer.headers).end(answer.content);
}

export type Proxy = {
  readonly endpoint: string;
  /** How many connections are open. */
  readonly connections: () => Promise<number>;
  readonly close: () => Promise<void>;
};

/** A server on the loopback interface that `answer`s every request, given its whole body. */
export async function startProxy(
  answer: (incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse) => Promise<void>,
): Promise<Proxy> {
  const { url, server, close } = await startServer((incoming, outgoing) => {
    Array.fromAsync(incoming as AsyncIterable<Buffer>)
      .then((chunks) => answer(incoming, Buffer.concat(chunks), outgoing))
      .catch(() => outgoing.destroy());
  });
  const connections = promisify(server.getConnections.bind(server));
  return { endpoint: url, connections, close };
}
