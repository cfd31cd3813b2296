import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readyUrl } from "../stack.ts";
import type { PeerFiles } from "./store.ts";

/** A peer that serves: a process of its own, as this service has. */
export type Peer = {
  readonly url: string;
  /** Its database and version. */
  readonly version: string;
  readonly end: () => Promise<void>;
};

/** Starts a peer, and fills it. */
export async function startPeer(kind: "postgres" | "duckdb", files: PeerFiles): Promise<Peer> {
  const program = ["scripts/bench/peers/server.ts", kind, JSON.stringify(files)];
  const child: ChildProcess = spawn(process.execPath, program, {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [url, said] = await readyUrl(child, `the peer of ${kind}`);
  return {
    url,
    version: /^version (.+)$/m.exec(said)?.[1] ?? kind,
    end: async () => {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}
