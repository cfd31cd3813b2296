import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { startServer } from "./loopback-server.ts";

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
  const { url, close } = await startServer(
    (request, response) => void take(request, response),
    port,
  );
  const receiver: Receiver = {
    url: `${url}/hook`,
    port: Number(new URL(url).port),
    received,
    answer: (response) => response.writeHead(204).end(),
    close,
  };
  return receiver;
}
