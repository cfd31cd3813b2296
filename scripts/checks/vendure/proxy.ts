import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** `slow`: answers come late; `down`: connections break off; `deaf`: requests are carried out and the answers lost. */
type Weather = "up" | "slow" | "down" | "deaf";

const SLOW_MS = 3_000;

/** Stands between a shop and the service, and makes the service slow or absent. */
export class WeatherProxy {
  weather: Weather = "up";
  requests = 0;
  readonly #target: string;
  readonly #server = createServer((from, to) => this.#pass(from, to));

  constructor(target: string) {
    this.#target = target;
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #pass(from: IncomingMessage, to: ServerResponse): void {
    this.requests += 1;
    if (this.weather === "down") {
      from.socket.destroy();
      return;
    }
    const delay = this.weather === "slow" ? SLOW_MS : 0;
    setTimeout(() => this.#forward(from, to), delay);
  }

  #forward(from: IncomingMessage, to: ServerResponse): void {
    const onward = request(
      new URL(from.url ?? "/", this.#target),
      { method: from.method, headers: from.headers },
      (answer) => {
        if (this.weather === "deaf") {
          answer.resume();
          to.destroy();
          return;
        }
        to.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(to);
      },
    );
    onward.on("error", () => to.destroy());
    from.pipe(onward);
  }
}
