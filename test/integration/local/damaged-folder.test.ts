import { existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { preparedFolder } from "../../stack/prepared-folder.ts";
import { runStack } from "../../stack/run-stack.ts";
import { inSoak } from "../../stack/soak.ts";

/*
 * Files of the data folder that a power cut or a person left damaged: the service starts with what it has, or says in one
 * line what to do.
 */
const startedOn = (dataDir: string, flags: readonly string[] = ["--no-demo"]) =>
  runStack(dataDir, flags).ended;

const folder = (file: string) => {
  rmSync(file, { force: true });
  mkdirSync(file);
};

describe("a data folder whose sealing.key is", () => {
  it.for<[what: string, damage: (file: string) => void]>([
    ["another one", (file) => writeFileSync(file, Buffer.alloc(32, 7).toString("base64"))],
    ["cut", (file) => writeFileSync(file, "abc")],
    ["empty", (file) => writeFileSync(file, "")],
    ["gone", (file) => rmSync(file)],
  ])("%s is not started on, and says what to do", async ([, damage]) => {
    const dataDir = preparedFolder();
    const file = join(dataDir, "sealing.key");
    damage(file);
    const left = existsSync(file) ? readFileSync(file, "utf8") : undefined;
    const { code, stderr } = await startedOn(dataDir);
    expect([code, stderr.trimEnd()]).toEqual([
      1,
      expect.stringMatching(
        /^[^\n]*sealing\.key is not the key of this data: copy sealing\.key from a backup[^\n]*$/,
      ),
    ]);
    // Nothing is made in its place.
    expect(existsSync(file) ? readFileSync(file, "utf8") : undefined).toBe(left);
  });
});

describe("a data folder is not started on, and the line says what to do, when", () => {
  type Fault = [what: string, name: string, damage: (file: string) => void, says: string];
  const RESTORE = "run npm run restore";
  it.for<Fault>([
    ["its database is cut", "dynamodb.db", (file) => truncateSync(file, 100_000), RESTORE],
    ["its database is gone", "dynamodb.db", (file) => rmSync(file), RESTORE],
    [
      "there is a file in the place of its objects",
      "s3",
      (file) => writeFileSync(file, ""),
      RESTORE,
    ],
    ["its stack.json is a folder", "stack.json", folder, "cannot be read (EISDIR): move it away"],
    ...inSoak<Fault>(
      ["its database is empty", "dynamodb.db", (file) => truncateSync(file, 0), RESTORE],
      [
        "its database is no database",
        "dynamodb.db",
        (file) => writeFileSync(file, "x".repeat(9_000)),
        RESTORE,
      ],
      ["its database is a folder", "dynamodb.db", folder, RESTORE],
      ["its key is a folder", "sealing.key", folder, "cannot be read (EISDIR): move it away"],
      ["its log is a folder", "dynamodb.log", folder, "cannot be written (EISDIR): move it away"],
    ),
  ])("%s", async ([, name, damage, says]) => {
    const dataDir = preparedFolder();
    damage(join(dataDir, name));
    const { code, stderr } = await startedOn(dataDir);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(stderr).toContain(says);
  });
});

describe("a data folder is started on when", () => {
  it.for<[what: string, name: string, text: string]>([
    ["the keys of its demo account were cut", "demo-keys.json", '{"full": "vat_li'],
    ...inSoak<[string, string, string]>(
      ["the keys of its demo account are empty", "demo-keys.json", ""],
      ["the write-ahead log of its database is something else", "dynamodb.db-wal", "garbage"],
    ),
  ])("%s", async ([, name, text]) => {
    const dataDir = preparedFolder();
    writeFileSync(join(dataDir, name), text);
    const stack = runStack(dataDir);
    expect(await stack.ready).toMatchObject({ fullKey: expect.stringMatching(/^vat_live_/) });
    await stack.end("SIGTERM");
    expect(JSON.parse(readFileSync(join(dataDir, "demo-keys.json"), "utf8"))).toMatchObject({
      full: expect.any(String),
    });
  });
});
