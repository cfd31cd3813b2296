import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync } from "node:fs";
import { chmod, chown, mkdtemp, rm } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Failure } from "../../local/failure.ts";
import { inMemory } from "../memory.ts";

/** Where a package of Debian or Ubuntu puts what is not in the PATH. */
const PACKAGED = "/usr/lib/postgresql/*/bin";
const WAITS = 200;
/** Named so by PostgreSQL. */
const SOCKET = ".s.PGSQL.5432";

/** The folder of the programs `initdb` and `postgres`, if they are installed: in a PATH, or as packages have them. */
export function postgresFolder(path = process.env["PATH"] ?? ""): string | undefined {
  const folders = [...path.split(delimiter), ...globSync(PACKAGED).sort().toReversed()];
  return folders.find((one) => ["initdb", "postgres"].every((name) => existsSync(join(one, name))));
}

/** A PostgreSQL of the benchmark's own, on a socket in a folder of its own. */
type OwnPostgres = { readonly socket: string; readonly end: () => Promise<void> };

/**
 * Starts it with the settings that it comes with, but for its memory: no user leaves that at 128 MB. It is ended and
 * removed with all its data.
 */
export async function startPostgres(programs: string): Promise<OwnPostgres> {
  const folder = await mkdtemp(join(inMemory(), "vat-peer-"));
  const as = unprivileged();
  const how = { cwd: folder, ...as };
  if (as) await chown(folder, as.uid, as.gid);
  await chmod(folder, 0o755);
  const data = join(folder, "data");
  const initdb = ["-D", data, "-U", "bench", "--auth=trust", "--encoding=UTF8", "--no-locale"];
  execFileSync(join(programs, "initdb"), initdb, { ...how, stdio: "ignore" });
  const settings = {
    listen_addresses: "",
    unix_socket_directories: folder,
    shared_buffers: "1GB",
    work_mem: "64MB",
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const server = spawn(join(programs, "postgres"), ["-D", data, ...flags], {
    ...how,
    stdio: "ignore",
  });
  const ended = once(server, "exit");
  for (let n = 0; !existsSync(join(folder, SOCKET)); n += 1) {
    if (n === WAITS || server.exitCode !== null) throw new Failure("PostgreSQL did not start");
    await wait(100);
  }
  return {
    socket: join(folder, SOCKET),
    end: async () => {
      server.kill("SIGINT");
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

/** PostgreSQL refuses to run as root: it gets a user that may do nothing else. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ["postgres", "nobody"]) {
    try {
      const number = (flag: string) =>
        Number(execFileSync("id", [flag, name], { stdio: ["ignore", "pipe", "ignore"] }));
      return { uid: number("-u"), gid: number("-g") };
    } catch {
      // There is no such user.
    }
  }
  throw new Failure("PostgreSQL does not run as root, and there is no user postgres or nobody");
}
