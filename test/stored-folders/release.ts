import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const PORT = 3_197;
export const url = `http://127.0.0.1:${PORT}`;

/** Days whose rates stay in a folder: the history of rates is in every version, and makes a folder large. */
const KEPT_RATES = /^(2025-(03-31|06-30|09-30|12-31)|2026-(03-31|06-30|0[78]-..))$/;

/** A release at work on a data folder of its own, by its own checkout. */
export type Release = {
  readonly folder: string;
  /** Runs a script of the release, and returns its output. */
  readonly run: (name: string, ...args: readonly string[]) => string;
  /** Ends the release, and packs its data folder with other files of the folder. */
  readonly pack: (target: string, ...more: readonly string[]) => Promise<void>;
};

export async function startedRelease(checkout: string, ...flags: string[]): Promise<Release> {
  const folder = mkdtempSync(join(tmpdir(), "vat-stored-"));
  const dataDir = join(folder, "data");
  const ports = { PORT: String(PORT), S3_PORT: String(PORT - 1), ISSUER_PORT: String(PORT - 2) };
  const env = { ...process.env, ...ports, DATA_DIR: dataDir };
  const script = (name: string) => join(checkout, "scripts", name);
  const child = spawn(process.execPath, [script("local/start.ts"), "--no-demo", ...flags], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const text of child.stdout) if (String(text).includes("ready http")) break;
  return {
    folder,
    run: (name, ...args) =>
      execFileSync(process.execPath, [script(name), ...args], { env, encoding: "utf8" }).trim(),
    pack: async (target, ...more) => {
      child.kill("SIGTERM");
      await once(child, "close");
      trim(dataDir);
      execFileSync("tar", ["-czf", target, "-C", folder, "data", ...more]);
      rmSync(folder, { recursive: true });
      console.log(target);
    },
  };
}

/** Takes out what nothing of a history needs, and gives the space back. */
function trim(dataDir: string): void {
  const database = new DatabaseSync(join(dataDir, "dynamodb.db"));
  const rates = database.prepare('SELECT pk, sk FROM "eu-vat" WHERE pk = ?').all("S:ECB_RATES");
  const remove = database.prepare('DELETE FROM "eu-vat" WHERE pk = ? AND sk = ?');
  for (const { pk, sk } of rates) {
    if (!KEPT_RATES.test(String(sk).slice(2))) remove.run(String(pk), String(sk));
  }
  database.exec("PRAGMA wal_checkpoint(TRUNCATE); VACUUM");
  database.close();
  const logs = ["functions.log", "dynamodb.log", "dynamodb.db-wal", "dynamodb.db-shm", "bundles"];
  for (const name of logs) rmSync(join(dataDir, name), { recursive: true, force: true });
}

export async function call(
  key: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
) {
  const answer = await fetch(`${url}${path}`, {
    method,
    // Commands that run in between outlast an idle connection.
    headers: {
      "X-API-Key": key,
      "Content-Type": "application/json",
      Connection: "close",
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    redirect: "manual",
  });
  const text = await answer.text();
  if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text === "" ? {} : JSON.parse(text);
}
