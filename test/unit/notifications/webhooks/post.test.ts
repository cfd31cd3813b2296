import type { LookupAddress } from "node:dns";
import { createServer as createHttpServer, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { setImmediate as turnOfEvents } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  askOutside,
  type Outside,
  postToReceiver,
  receiverFault,
} from "../../../../shared/notifications/webhooks/http-client.ts";
import { CERTIFICATE, CERTIFICATE_KEY } from "../../../make/certificate.ts";
import { type Receiver, startReceiver } from "../../../stack/receiver.ts";

const NOT_PUBLIC = "the host has an address that is not public; nothing was sent";

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

const here: LookupAddress = { address: "127.0.0.1", family: 4 };

const outside = (more: Partial<Outside> = {}): Outside => ({
  resolve: async () => [here],
  allowLoopback: true,
  beginMs: 5_000,
  wholeMs: 10_000,
  ...more,
});

/** The status of an answer, or what went wrong, in plain words. */
const post = (url: string, of: Partial<Outside> = {}): Promise<number | string> =>
  postToReceiver({ url, headers: { "x-mark": "1" }, body: "{}" }, outside(of)).then(
    ({ status }) => status,
    receiverFault,
  );

describe("a host whose address is not public is sent nothing", () => {
  it.for([
    ["127.0.0.1", 4],
    ["10.0.0.1", 4],
    ["169.254.169.254", 4],
    ["0.0.0.0", 4],
    ["::1", 6],
    ["::ffff:127.0.0.1", 6],
    ["64:ff9b::7f00:1", 6],
    ["fe80::1", 6],
  ] as const)("%s", async ([address, family]) => {
    const before = receiver.received.length;
    const resolve = async () => [{ address, family }];
    const url = `https://hook.example:${receiver.port}`;
    expect(await post(url, { resolve, allowLoopback: false })).toBe(NOT_PUBLIC);
    expect(receiver.received).toHaveLength(before);
  });

  it("also beside a public one", async () => {
    const resolve = async () => [{ address: "93.184.216.34", family: 4 }, here];
    expect(await post("https://hook.example", { resolve, allowLoopback: false })).toBe(NOT_PUBLIC);
  });

  it("also when the address stands in the URL, in whatever form", async () => {
    const asked: string[] = [];
    const resolve = async (host: string) => {
      asked.push(host);
      return [{ address: "93.184.216.34", family: 4 }];
    };
    const forms = [
      "127.0.0.1",
      "2130706433",
      "0x7f.1",
      "0177.0.0.1",
      "127.1",
      "[::1]",
      "[::ffff:7f00:1]",
    ];
    for (const host of forms) {
      const url = `https://${host}:${receiver.port}/`;
      expect(await post(url, { resolve, allowLoopback: false })).toBe(NOT_PUBLIC);
    }
    expect(asked).toEqual([]);
  });

  it("nor over plain HTTP, except this machine where it is allowed", async () => {
    const resolve = async () => [{ address: "93.184.216.34", family: 4 }];
    expect(await post("http://hook.example", { resolve })).toBe(NOT_PUBLIC);
    expect(await post(receiver.url, { allowLoopback: false })).toBe(NOT_PUBLIC);
    expect(await post(receiver.url)).toBe(204);
  });
});

describe("the address that was checked is the one that is connected to", () => {
  it("whatever the name means a moment later", async () => {
    let asked = 0;
    // The first answer is checked. A second one would lead elsewhere, to nobody: port and address of no server.
    const resolve = async () => {
      asked += 1;
      return asked === 1 ? [here] : [{ address: "127.0.0.9", family: 4 }];
    };
    const url = `http://rebinding.example:${receiver.port}/hook`;
    expect(await post(url, { resolve })).toBe(204);
    expect(asked).toBe(1);
    expect(receiver.received.at(-1)?.headers).toMatchObject({
      host: `rebinding.example:${receiver.port}`,
      "x-mark": "1",
    });
  });

  it("and no redirect leads away from it", async () => {
    const inner = await startReceiver();
    receiver.answer = (response) => response.writeHead(307, { location: inner.url }).end();
    expect(await post(receiver.url)).toBe(307);
    expect(inner.received).toEqual([]);
    receiver.answer = (response) => response.writeHead(204).end();
    await inner.close();
  });
});

it("a body is sent with its length in bytes, and a question has none", async () => {
  const message = { url: receiver.url, headers: {} };
  await postToReceiver({ ...message, body: '"ü"' }, outside());
  await askOutside({ ...message, method: "GET" }, outside(), 10);
  const lengths = receiver.received.slice(-2).map(({ headers }) => headers["content-length"]);
  expect(lengths).toEqual(["4", undefined]);
});

describe("TLS", () => {
  let server: ReturnType<typeof createTlsServer>;
  let port: number;
  const names: string[] = [];
  beforeAll(async () => {
    server = createTlsServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, (request, response) => {
      names.push((request.socket as { servername?: string }).servername ?? "");
      response.writeHead(200).end();
    });
    port = await listening(server);
  });
  afterAll(() => closed(server));

  it("is with the host that the URL names", async () => {
    expect(await post(`https://hook.example:${port}/`, { ca: CERTIFICATE })).toBe(200);
    expect(names).toEqual(["hook.example"]);
    const other = await post(`https://other.example:${port}/`, { ca: CERTIFICATE });
    expect(other).toBe("the certificate is not that of the host (ERR_TLS_CERT_ALTNAME_INVALID)");
    expect(await post(`https://hook.example:${port}/`)).toMatch(
      /^the certificate is signed by nobody/,
    );
    expect(names).toHaveLength(1);
  });

  it("is wanted of a server that has none", async () => {
    expect(await post(`https://hook.example:${receiver.port}/`)).toMatch(
      /^the TLS handshake failed/,
    );
  });
});

describe("a receiver that hangs, or talks without end", () => {
  it("is left when the time is over", async () => {
    const silent = createServer(() => {});
    const port = await listening(silent);
    expect(await post(`http://localhost:${port}/`, { wholeMs: 100 })).toBe(
      "there was no answer in time",
    );
    expect(await post(`https://hook.example:${port}/`, { beginMs: 50 })).toBe(
      "there was no connection within 0.05 s",
    );
    const slow = { resolve: () => new Promise<LookupAddress[]>(() => {}), wholeMs: 50 };
    expect(await post("https://hook.example", slow)).toBe("there was no answer in time");
    await closed(silent);
  });

  it("is read to a thousand bytes", async () => {
    receiver.answer = (response) => {
      response.writeHead(200);
      const more = () => {
        if (response.destroyed) return;
        response.write("x".repeat(64_000));
        setTimeout(more);
      };
      more();
    };
    const request = { url: receiver.url, headers: {}, body: "{}" };
    const { status, start } = await postToReceiver(request, outside());
    expect({ status, bytes: start.length }).toEqual({ status: 200, bytes: 1_000 });
    receiver.answer = (response) => response.writeHead(204).end();
  });

  it("that is nobody says so", async () => {
    const gone = await startReceiver();
    await gone.close();
    expect(await post(gone.url)).toBe("the host refused the connection (ECONNREFUSED)");
    const unknown = async () => {
      throw Object.assign(new Error("no"), { code: "ENOTFOUND" });
    };
    expect(await post("https://hook.example", { resolve: unknown })).toBe(
      "the name of the host is not known (ENOTFOUND)",
    );
    expect(await post("https://hook.example", { resolve: async () => [] })).toBe(
      "the name of the host has no address",
    );
  });
});

describe("the time until a response begins", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  const BEGIN_MS = 3_000;
  const late = (what: string) => `there was no ${what} within 3 s`;
  const certificate = { cert: CERTIFICATE, key: CERTIFICATE_KEY };
  const of = { beginMs: BEGIN_MS, ca: CERTIFICATE };

  it.for([
    ["http:", "a request", "answer"],
    ["https:", "a request", "answer"],
    ["https:", "a first byte", "connection"],
  ] as const)(
    "%s, and no more of the receiver than that it has %s: no %s",
    async ([protocol, event, missing]) => {
      const seen = Promise.withResolvers<void>();
      const server =
        event === "a first byte"
          ? createServer((socket) => socket.once("data", () => seen.resolve()))
          : protocol === "https:"
            ? createTlsServer(certificate, () => seen.resolve())
            : createHttpServer(() => seen.resolve());
      const sockets: Socket[] = [];
      server.on("connection", (socket: Socket) => sockets.push(socket));
      const url = `${protocol}//hook.example:${await listening(server)}/`;
      const result = post(url, of);
      await seen.promise;
      vi.advanceTimersByTime(BEGIN_MS - 1);
      expect(vi.getTimerCount()).toBe(1);
      vi.advanceTimersByTime(1);
      expect(await result).toBe(late(missing));
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  );

  it("does not abort a response that has started, however long the rest takes", async () => {
    const started = Promise.withResolvers<ServerResponse>();
    const server = createHttpServer((_, response) => {
      response.writeHead(200);
      response.write("begun");
      started.resolve(response);
    });
    const url = `http://hook.example:${await listening(server)}/`;
    const result = post(url, of);
    const response = await started.promise;
    while (vi.getTimerCount() > 0) await turnOfEvents();
    vi.advanceTimersByTime(BEGIN_MS);
    response.end("over");
    expect(await result).toBe(200);
    closed(server);
  });

  it("ends with the connection", async () => {
    const gone = await startReceiver();
    await gone.close();
    expect(await post(gone.url, of)).toBe("the host refused the connection (ECONNREFUSED)");
    expect(vi.getTimerCount()).toBe(0);
  });
});

async function listening(server: Server): Promise<number> {
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return (server.address() as AddressInfo).port;
}

const closed = (server: Server & { closeAllConnections?: () => void }) => {
  server.closeAllConnections?.();
  server.close();
};
