import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { GetObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { DEMO_ACCOUNT } from "../../../scripts/local/demo-account.ts";
import { engineBinary } from "../../../scripts/local/engine.ts";
import { preparedFolder } from "../../stack/prepared-folder.ts";
import { type Ready, runCommand, runStack, type StackProcess } from "../../stack/run-stack.ts";
import { temporaryFolder } from "../../stack/temporary-folder.ts";
import { testsInTurn } from "../../stack/tests-in-turn.ts";

const { isItsTurn, itInTurn } = testsInTurn(import.meta.url);

const KEY = /^vat_(live|test)_[a-z0-9]{16}_[A-Za-z0-9_-]{43,128}$/;
const issueKey = "scripts/operate/issue-key.ts";

/** The engine and its supervisor are called with the path of their database. */
const childrenOn = (folder: string): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && commandLine(name).includes(`${folder}/`))
    .map(Number);

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

/** Nobody waits for what is left after a kill: it ends a moment later. */
async function untilGoneFrom(folder: string): Promise<void> {
  await vi.waitUntil(() => childrenOn(folder).length === 0, { timeout: 60_000, interval: 20 });
}

const keyOfLink = ({ lines }: Ready) => lines[3]?.split("#link=")[1];

const profile = { establishment_country: "DE", fixed_establishments: [], display_name: "Acme" };

async function account({ url }: Ready, key: string | undefined, body?: object) {
  const response = await fetch(`${url}/v1/account`, {
    method: body ? "PUT" : "GET",
    headers: { "X-API-Key": key ?? "", "Content-Type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: await response.json() };
}

/** Without the demo account in `npm test`: test/integration/readme.test.ts starts with it. */
const DEMO = isItsTurn ? [] : ["--no-demo"];

/** Each test goes on where the one before it ended, as a day with the stack does. */
describe("one data folder", () => {
  const dataDir = preparedFolder();
  let stack: StackProcess;
  let first: Ready;
  /** Reached by other machines. */
  let open: Ready;
  let issued: string;
  let keys: { readonly full: string; readonly readOnly: string };

  const started = async (flags: readonly string[] = DEMO) => {
    stack = runStack(dataDir, flags);
    if (flags.length === 0) await stack.complete;
    return stack.ready;
  };
  beforeAll(async () => {
    first = await started();
  });
  afterAll(() => stack.end("SIGKILL"));

  itInTurn(
    "says where it is ready, and the two keys of the demo account and a link to the console, and no more",
    async () => {
      expect(first.lines).toEqual([
        expect.stringMatching(/^ready http:\/\/127\.0\.0\.1:\d+$/),
        expect.stringMatching(/^full key: vat_/),
        expect.stringMatching(/^read-only key: vat_/),
        expect.stringMatching(/^console: http:\/\/127\.0\.0\.1:\d+\/console#link=vat_live_/),
      ]);
      expect(await account(first, first.readOnlyKey, profile)).toMatchObject({ status: 403 });
      expect(await account(first, first.fullKey, profile)).toMatchObject({ status: 200 });
      expect(await account(first, first.readOnlyKey)).toMatchObject({ status: 200, body: profile });
    },
  );

  itInTurn("keeps the demo keys from other users of the machine", () => {
    expect(statSync(join(dataDir, "demo-keys.json")).mode & 0o777).toBe(0o600);
  });

  it("gives out keys while it runs, also several at once", async () => {
    const all = await Promise.all(
      ["full", "read-only"].map((scope) =>
        runCommand(issueKey, ["--account", "new-shop", "--scope", scope], dataDir),
      ),
    );
    for (const { code, stdout } of all) {
      expect(code).toBe(0);
      expect(stdout.trimEnd()).toMatch(KEY);
      expect(await account(first, stdout.trimEnd())).toMatchObject({ status: 200 });
    }
    const [full = "", readOnly = ""] = all.map(({ stdout }) => stdout.trimEnd());
    keys = { full, readOnly };
    issued = full;
    expect(await account(first, readOnly, profile)).toMatchObject({ status: 403 });
    expect(await account(first, full, profile)).toMatchObject({ status: 200 });
  });

  it("rotates and revokes keys while it runs", async () => {
    const keyId = issued.split("_")[2] ?? "";
    const { stdout } = await runCommand(issueKey, ["--rotate", keyId], dataDir);
    expect(await account(first, stdout.trimEnd())).toMatchObject({ status: 200 });
    const revoked = await runCommand(issueKey, ["--revoke", keyId], dataDir);
    expect(revoked).toMatchObject({ code: 0, stdout: "", stderr: `the key ${keyId} is revoked\n` });
    expect(await account(first, issued)).toMatchObject({ status: 401 });
    issued = stdout.trimEnd();
  });

  it("serves one stack at a time", async () => {
    expect(await runStack(dataDir).ended).toEqual({
      code: 1,
      stdout: "",
      stderr: `${dataDir} is in use by process ${stack.pid}: end it, or choose another DATA_DIR\n`,
    });
  });

  it("is left by every process on SIGTERM", async () => {
    expect(childrenOn(dataDir).length).toBeGreaterThan(0);
    expect(await stack.end("SIGTERM")).toMatchObject({ code: 0, stderr: "" });
    expect(childrenOn(dataDir)).toEqual([]);
    expect(readdirSync(dataDir)).not.toContain("stack.json");
  });

  it("gives out keys while nothing runs, also several at once", async () => {
    const flags = ["--account", "new-shop", "--scope", "read-only", "--mode", "test"];
    const all = await Promise.all([1, 2].map(() => runCommand(issueKey, flags, dataDir)));
    expect(all.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      all.map(() => ({ code: 0, stderr: "" })),
    );
    for (const { stdout } of all) expect(stdout.trimEnd()).toMatch(KEY);
    expect(childrenOn(dataDir)).toEqual([]);
    const again = await started();
    for (const { stdout } of all) {
      expect(await account(again, stdout.trimEnd())).toMatchObject({ status: 200 });
    }
    expect(await account(again, issued)).toMatchObject({ status: 200 });
    expect(await account(again, keys.readOnly)).toMatchObject({ status: 200, body: profile });
    if (!isItsTurn) return;
    expect(again.lines.slice(1, 3)).toEqual(first.lines.slice(1, 3));
    // Each start has a link of its own, and ends that of the one before.
    expect(await account(again, keyOfLink(first))).toMatchObject({ status: 401 });
    expect(await account(again, keyOfLink(again))).toMatchObject({ status: 200 });
    expect(await account(again, first.fullKey)).toMatchObject({ status: 200, body: profile });
  });

  it("is left by every process after kill -9, and taken again", async () => {
    await stack.end("SIGKILL");
    await untilGoneFrom(dataDir);
    expect(readdirSync(dataDir)).toContain("stack.json");
    stack = runStack(dataDir, ["--no-demo"], { HOST: "0.0.0.0" });
    open = await stack.ready;
    expect(await account(open, keys.readOnly)).toMatchObject({ status: 200, body: profile });
  });

  it("answers on an address that others reach, and names an address that this machine can call", async () => {
    expect(open.lines).toEqual([expect.stringMatching(/^ready http:\/\/127\.0\.0\.1:\d+$/)]);
    // Whoever listens on one loopback address alone does not answer on another.
    const other = open.url.replace("127.0.0.1", "127.0.0.2");
    expect((await fetch(`${other}/health`)).status).toBe(200);
    await expect(
      fetch(`${inject("stack").url.replace("127.0.0.1", "127.0.0.2")}/health`),
    ).rejects.toThrow();
  });

  it("lets nobody sign in by a name alone on an address that others reach", async () => {
    const signIn = await fetch(`${open.url}/v1/sign-in`);
    expect(await signIn.json()).toEqual({ provider: null });
    await expect(fetch(`http://127.0.0.1:${Number(new URL(open.url).port) + 1}`)).rejects.toThrow();
  });

  it("is found by a command that knows its port alone", async () => {
    const { port } = new URL(open.url);
    const more = { DATA_DIR: "", PORT: port };
    const flags = ["--account", "open-shop", "--scope", "full"];
    const { code, stderr, stdout } = await runCommand(issueKey, flags, dataDir, more);
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: `working on ${dataDir}, served at ${open.url}\n`,
    });
    expect(await account(open, stdout.trimEnd())).toMatchObject({ status: 200 });
  });

  it("has a secret of its own for links to files, which its commands know", async () => {
    const file = join(dataDir, "stack.json");
    const {
      s3_endpoint: endpoint,
      bucket: Bucket,
      secret,
    } = JSON.parse(readFileSync(file, "utf8"));
    const askedWith = (secretAccessKey: string) =>
      new S3Client({
        endpoint,
        region: "eu-central-1",
        forcePathStyle: true,
        credentials: { accessKeyId: "local", secretAccessKey },
      }).send(new GetObjectCommand({ Bucket, Key: "none" }));
    await expect(askedWith("local")).rejects.toThrow("signature");
    await expect(askedWith(secret)).rejects.toThrow("key does not exist");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const verify = "scripts/operate/verify-locks.ts";
    expect(await runCommand(verify, ["--account", "open-shop"], dataDir)).toMatchObject({
      code: 0,
    });
  });

  it("ends when its engine does, and says so", async () => {
    for (const pid of childrenOn(dataDir)) process.kill(pid, "SIGKILL");
    const { code, stderr } = await stack.ended;
    // A job that runs at that moment logs that nothing answers it.
    const [host = "", persons = "", ...others] = stderr.trimEnd().split("\n");
    expect({ code, host, persons, last: others.at(-1) }).toEqual({
      code: 1,
      host: expect.stringMatching(/^HOST lets others .* not encrypted$/),
      persons: expect.stringMatching(/^nobody signs in as a person here/),
      last: "the DynamoDB engine has ended unexpectedly; its output is in DATA_DIR",
    });
  });

  itInTurn(
    "forgets everything with --fresh: keys, the file of the demo keys, and what the account was",
    async () => {
      const fresh = await started(["--fresh", "--no-demo"]);
      expect(await account(fresh, first.fullKey)).toMatchObject({ status: 401 });
      expect(readdirSync(dataDir)).not.toContain("demo-keys.json");
      const flags = ["--account", DEMO_ACCOUNT, "--scope", "full"];
      const { stdout } = await runCommand(issueKey, flags, dataDir);
      const again = await account(fresh, stdout.trimEnd());
      expect(again).toMatchObject({ status: 200 });
      expect(again.body).not.toMatchObject(profile);
      expect(await stack.end("SIGINT")).toMatchObject({ code: 0, stderr: "" });
    },
  );
});

describe("npm start refuses in one line", () => {
  const folder = temporaryFolder();
  const foreign = temporaryFolder();
  writeFileSync(join(foreign, "thesis.txt"), "three years of work");
  const port = () => new URL(inject("stack").url).port;

  it("a port that is taken, before it empties anything", async () => {
    const keysFile = join(folder, "demo-keys.json");
    writeFileSync(join(folder, "data-folder.txt"), "ours");
    writeFileSync(keysFile, "kept");
    expect(await runStack(folder, ["--fresh"], { PORT: port() }).ended).toEqual({
      code: 1,
      stdout: "",
      stderr: `port ${port()} is taken: choose another one, e.g. PORT=${Number(port()) + 1}, or PORT=0 for any free one\n`,
    });
    expect(readFileSync(keysFile, "utf8")).toBe("kept");
    expect(readdirSync(folder)).not.toContain("stack.json");
  });

  itInTurn("an address that this machine does not have", async () => {
    const { code, stderr } = await runStack(folder, [], { HOST: "192.0.2.1" }).ended;
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: "HOST=192.0.2.1 is no address of this machine: 0.0.0.0 stands for all it has\n",
    });
  });

  it("a folder with other things in it, and leaves them alone", async () => {
    expect(await runStack(foreign, ["--fresh"]).ended).toEqual({
      code: 1,
      stdout: "",
      stderr: `${foreign} is not empty and not a data folder of ours\n`,
    });
    expect(readdirSync(foreign)).toEqual(["thesis.txt"]);
  });

  itInTurn("a folder that is a file", async () => {
    const { code, stderr } = await runStack(join(foreign, "thesis.txt")).ended;
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("as DATA_DIR") });
  });

  itInTurn("a DynamoDB that does not answer", async () => {
    const more = { DYNAMODB_ENDPOINT: "http://127.0.0.1:9" };
    const { code, stderr } = await runStack(join(folder, "elsewhere"), [], more).ended;
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: "DynamoDB at http://127.0.0.1:9 does not answer: ECONNREFUSED\n",
    });
  });

  it("a platform without an engine, with the way out", () => {
    expect(() => engineBinary("plan9", "mips", "/nowhere")).toThrow(
      /^no DynamoDB engine for plan9-mips: run "cargo install dynoxide-rs --version 2.0.1" or .* set DYNAMODB_ENDPOINT/,
    );
  });
});

describe("on a platform without a bundled engine", () => {
  it("the first engine in the PATH that can be run is used", () => {
    const folders = ["without", "not", "own", "second"].map((name) =>
      join(temporaryFolder(), name),
    );
    for (const folder of folders) mkdirSync(folder, { recursive: true });
    folders.slice(1).forEach((folder, n) => {
      writeFileSync(join(folder, "dynoxide"), "", { mode: n === 0 ? 0o600 : 0o700 });
    });
    const found = engineBinary("plan9", "mips", folders.join(delimiter));
    expect(found).toBe(join(folders[2] ?? "", "dynoxide"));
  });
});

describe("issue-key refuses in one line", () => {
  const dataDir = join(temporaryFolder(), "never-made");

  itInTurn("a wrong command line", async () => {
    const { code, stdout, stderr } = await runCommand(issueKey, ["--account", "shop"], dataDir);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^[^\n]*usage: issue-key [^\n]*\n$/);
  });

  it("a key id that does not exist", async () => {
    const flags = ["--revoke", "0123456789abcdef"];
    expect(await runCommand(issueKey, flags, dataDir)).toEqual({
      code: 1,
      stdout: "",
      stderr: "there is no key 0123456789abcdef\n",
    });
  });
});
