import { createServer, type RequestListener, type Server } from "node:http";
import { FREE_LOOPBACK, listen } from "../../scripts/local/http-server.ts";

export type LoopbackServer = {
  readonly url: string;
  readonly server: Server;
  /** Closes it at once, with the requests that it has not answered. */
  readonly close: () => Promise<void>;
};

/** Starts a server on the loopback interface, at a free port unless one is given. */
export async function startServer(answer: RequestListener, port = 0): Promise<LoopbackServer> {
  const server = createServer(answer);
  const url = await listen(server, { ...FREE_LOOPBACK, port });
  const close = () =>
    new Promise<void>((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  return { url, server, close };
}
