import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { DATABASE } from "../../../scripts/local/data-folder.ts";
import { type Engine, startEngine } from "../../../scripts/local/engine.ts";
import { call } from "../../stack/api.ts";
import { preparedFolder } from "../../stack/prepared-folder.ts";
import { readyAt } from "../../stack/ready.ts";
import { NO_JOBS, runStack, type StackProcess } from "../../stack/run-stack.ts";
import { temporaryFolder } from "../../stack/temporary-folder.ts";

it("both are answered without a key, also when one is sent", async () => {
  for (const key of [undefined, "nonsense"]) {
    expect((await call(key, "GET", "/health")).body).toEqual({ status: "ok" });
    expect((await readyAt(inject("stack").url, key)).body).toEqual({ status: "ready" });
  }
});

it.for(["/health", "/ready"])("%s takes no parameters", async (path) => {
  expect(await call(undefined, "GET", `${path}?verbose=1`)).toMatchObject({ status: 400 });
});

/** A stack on an engine that the test can stop and kill. */
describe("without its database", () => {
  const folder = temporaryFolder();
  const database = join(preparedFolder(), DATABASE);
  let engine: Engine;
  let stack: StackProcess;
  let url: string;

  beforeAll(async () => {
    engine = await startEngine(database, join(folder, "engine.log"));
    // A job of the stack's own would tell of the dead engine as well, when the machine is busy.
    const settings = { DYNAMODB_ENDPOINT: engine.endpoint, ...NO_JOBS };
    stack = runStack(join(folder, "data"), ["--no-demo"], settings);
    url = (await stack.ready).url;
  });
  afterAll(async () => {
    signalEngine("SIGCONT");
    await stack.end("SIGKILL");
    await engine.stop();
  });

  /** The engine and its supervisor are called with the path of the database. */
  const engineProcesses = () =>
    readdirSync("/proc").filter(
      (name) => /^\d+$/.test(name) && textOf(`/proc/${name}/cmdline`).includes(database),
    );

  function signalEngine(signal: NodeJS.Signals): void {
    for (const pid of engineProcesses()) process.kill(Number(pid), signal);
  }

  /** A signal is only on its way when kill returns: all threads have to be seen stopped. */
  async function stopEngine(): Promise<void> {
    expect(engineProcesses().length).toBeGreaterThan(0);
    signalEngine("SIGSTOP");
    const stopped = (pid: string) =>
      readdirSync(`/proc/${pid}/task`).every((thread) =>
        / T /.test(textOf(`/proc/${pid}/task/${thread}/stat`)),
      );
    await vi.waitUntil(() => engineProcesses().every(stopped), { timeout: 60_000, interval: 20 });
  }

  function textOf(file: string): string {
    try {
      return readFileSync(file, "utf8");
    } catch {
      return "";
    }
  }

  async function get(path: string) {
    const response = await fetch(`${url}${path}`);
    const { status, headers } = response;
    return { status, headers, body: await response.json() };
  }

  async function checkSme() {
    const body = JSON.stringify({ country: "DE", currency: "EUR", annual_turnover_nac: 1 });
    return (
      await fetch(`${url}/v1/vat/sme-eligibility`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body,
      })
    ).status;
  }

  async function expectOnlyReadinessGone() {
    // The engine never answers: this one comes because readiness has a patience of its own.
    const { status, headers, body } = await get("/ready");
    expect({ status, body }).toEqual({
      status: 503,
      body: {
        error: "not_ready",
        message: "the database does not answer",
        doc_url: expect.stringContaining("/docs#section/Errors/"),
        request_id: expect.any(String),
      },
    });
    expect(headers.get("retry-after")).toBe("1");
    expect(await get("/health")).toMatchObject({ status: 200, body: { status: "ok" } });
    expect(await get("/v1/tax-classes/food")).toMatchObject({ status: 200 });
    // Its rate limit stands open: an answer without a count is better than none.
    expect(await checkSme()).toBe(200);
  }

  const expectReady = async () => expect((await readyAt(url)).body).toEqual({ status: "ready" });

  it("is ready while it has it", expectReady);

  it("is not when the engine no longer answers, and is again when it does", async () => {
    await stopEngine();
    await expectOnlyReadinessGone();
    signalEngine("SIGCONT");
    await expectReady();
  });

  it("is not when the engine is dead, and logs why without saying who asked", async () => {
    signalEngine("SIGKILL");
    await engine.ended;
    await expectOnlyReadinessGone();
    const { stderr } = await stack.end("SIGTERM");
    const lines = stderr
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.length).toBeGreaterThanOrEqual(4);
    for (const line of lines) {
      expect(line).toMatchObject({ level: "ERROR", request_id: expect.any(String) });
    }
    expect(lines.map(({ error }) => error?.name)).toContain("AbortError");
    expect(stderr).not.toContain("annual_turnover");
  });
});
