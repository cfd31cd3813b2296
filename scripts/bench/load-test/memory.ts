import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Resident megabytes of the server, and of the engine with the supervisor that ends it. */
export type Memory = { readonly server: number; readonly engine: number };

type Process = { readonly pid: number; readonly parent: number; readonly kilobytes: number };

/** What they hold right now; the server has to run. */
export async function memoryOf(serverPid: number): Promise<Memory> {
  const { stdout } = await run("ps", ["-A", "-o", "pid=,ppid=,rss="]);
  const all = stdout
    .trim()
    .split("\n")
    .map((line): Process => {
      const [pid = 0, parent = 0, kilobytes = 0] = line.trim().split(/\s+/).map(Number);
      return { pid, parent, kilobytes };
    });
  return {
    server: (all.find(({ pid }) => pid === serverPid)?.kilobytes ?? 0) / 1024,
    engine: heldBelow(all, serverPid) / 1024,
  };
}

/** Kilobytes of all children and their children. */
const heldBelow = (all: readonly Process[], pid: number): number =>
  all
    .filter(({ parent }) => parent === pid)
    .reduce((sum, child) => sum + child.kilobytes + heldBelow(all, child.pid), 0);
