import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";

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
  const server = createServer((incoming, outgoing) => {
    Array.fromAsync(incoming as AsyncIterable<Buffer>)
      .then((chunks) => answer(incoming, Buffer.concat(chunks), outgoing))
      .catch(() => outgoing.destroy());
  });
  // By default it closes a connection that is idle for five seconds, which a busy machine may be about to use.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: promisify(server.getConnections.bind(server)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
