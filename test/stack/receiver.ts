import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** What a receiver was sent. */
export type Received = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type Receiver = {
  readonly url: string;
  readonly port: number;
  readonly received: Received[];
  /** What is done with the next requests. */
  answer: (response: ServerResponse, request: Received) => void;
  readonly close: () => Promise<void>;
};

/** A server of a shop that is told what happens: it answers 204 unless said otherwise. */
export async function startReceiver(port = 0): Promise<Receiver> {
  const received: Received[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const one = { headers: request.headers as Record<string, string>, body: await text(request) };
    received.push(one);
    receiver.answer(response, one);
  };
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((ready) => server.listen(port, "127.0.0.1", ready));
  const { port: own } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${own}/hook`,
    port: own,
    received,
    answer: (response) => response.writeHead(204).end(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return receiver;
}
