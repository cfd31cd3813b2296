import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync } from "node:fs";
import { chmod, chown, rm } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Failure } from "../../local/failure.ts";
import { newFolder } from "../harness/stack.ts";

/** The folder of the programs in packages of Debian and Ubuntu, which is not in the PATH. */
const PACKAGED = "/usr/lib/postgresql/*/bin";
const WAITS = 200;
/** The name that PostgreSQL gives its socket. */
const SOCKET = ".s.PGSQL.5432";

/** Finds the folder of the programs `initdb` and `postgres` in the PATH or a package, if they are installed. */
export function postgresFolder(): string | undefined {
  const path = (process.env["PATH"] ?? "").split(delimiter);
  const folders = [...path, ...globSync(PACKAGED).sort().toReversed()];
  return folders.find((one) => ["initdb", "postgres"].every((name) => existsSync(join(one, name))));
}

/** A running PostgreSQL on a socket in a folder of its own. */
type RunningPostgres = { readonly socket: string; readonly end: () => Promise<void> };

/** Starts PostgreSQL with its default settings, but for its memory: no user leaves that at 128 MB. */
export async function startPostgres(programs: string): Promise<RunningPostgres> {
  const folder = await newFolder("postgres");
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

/** Returns a user without rights for PostgreSQL, which does not run as root. */
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
