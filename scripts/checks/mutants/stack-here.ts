import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout } from "node:timers/promises";
import { inject } from "vitest";
import { startApiServer } from "../../local/api-server.ts";
import { loadEndpoints } from "../../local/endpoints.ts";
import { setIssuer } from "../../local/environment.ts";
import { FREE_LOOPBACK } from "../../local/http-server.ts";
import { startIssuer } from "../../local/issuer.ts";
import { startWorkers } from "../../local/scheduled-jobs.ts";
import "../../../test/stack/environment.ts";
import { forward, handOn } from "../../../test/stack/forward.ts";
import { putBack } from "../../../test/stack/put-back.ts";

const { url, quiet, env } = inject("stack");
const { hostname: host, port } = new URL(url);
/** The API of this process, and the environment that it was started with. */
const here = globalThis as { api?: Promise<void>; env?: NodeJS.ProcessEnv };

/**
 * Loads the changed files before a test does, so that Stryker leaves out what is computed once at import: the test that loaded
 * a file first would be run on it, and would not load it again.
 */
async function loadChanged(): Promise<void> {
  const root = new URL("../../../", import.meta.url);
  const files = (process.env["CHANGED_FILES"] ?? "").split(",").filter((file) => file !== "");
  for (const file of files) await import(new URL(file, root).href);
}

/** The process of the test before may still have the port. */
async function insist<T>(start: () => Promise<T>, tries = 100): Promise<T> {
  try {
    return await start();
  } catch (error) {
    if (tries === 1) throw error;
    await setTimeout(100);
    return insist(start, tries - 1);
  }
}

/** Hands each request on to the API of the whole run. */
async function startElsewhere(): Promise<void> {
  const server = createServer(async (incoming, outgoing) => {
    const body = Buffer.concat(await Array.fromAsync(incoming as AsyncIterable<Buffer>));
    handOn(outgoing, await forward(process.env["API_OF_RUN"] as string, incoming, body));
  });
  await insist(() => once(server.listen(Number(port), host), "listening"));
}

/** Serves the API and works off the queues in this process, once for all files of tests. */
async function startHere(): Promise<void> {
  if (process.env["API_OF_TESTS"] === "elsewhere") return startElsewhere();
  const api = await insist(() => startApiServer({ host, port: Number(port) }));
  setIssuer(await startIssuer([`${url}/console`], FREE_LOOPBACK));
  api.serve(loadEndpoints());
  here.env = { ...process.env };
  // A test with a process of its own works off the queues itself.
  if (process.env["API_OF_TESTS"] === "alone") return;
  const isWanted = ({ local_variable = "" }) => quiet[local_variable] !== "0";
  await startWorkers(new AsyncDisposableStack(), isWanted);
}

putBack({ ...env, ...quiet, ...here.env });
here.api ??= startHere();
await here.api;
// The others import late, after they have set what clients read at import.
if (process.env["API_OF_TESTS"] === "together") await loadChanged();
