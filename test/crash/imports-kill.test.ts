import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type * as z from "zod";
import { countriesOf, wholeReport } from "../../scripts/bench/amazon-report.ts";
import type { CreatedImport, ShownImport } from "../../shared/imports/schema.ts";
import { lengthOf, report, seedOf } from "../stack/soak.ts";
import { temporaryFolder } from "../stack/temporary-folder.ts";
import { KillableStack } from "./killable-stack.ts";

/*
 * An import of many parts whose stack is killed (kill -9) while its file is read, and then again and again
 * while its parts are committed. Each stack that is started goes on where the one before was: each row
 * counts once, and the sums are those of the file, added up by whoever made it.
 */
const KILLS = lengthOf("ROUNDS", 2, 10);
const SALES = lengthOf("EVENTS", 1_500, 30_000);
const seed = seedOf(20_261_122);
const { bytes, sums } = wholeReport(SALES, seed);

const stack = new KillableStack(temporaryFolder());
let key: string;

beforeAll(async () => {
  await stack.start();
  key = await stack.issueKey("shop");
});
afterAll(() => stack.stop());

async function uploaded(): Promise<string> {
  const asked = { format: "amazon_avtr", source_id: "shop", size_bytes: bytes.length };
  type Created = z.output<typeof CreatedImport>;
  const { body } = await stack.call<Created>(key, "POST", "/v1/imports", asked);
  const { url, method, headers } = body.upload;
  const sent = await fetch(url, { method, headers, body: Buffer.from(bytes) });
  expect(sent.status).toBe(200);
  return body.id;
}

const shown = async (id: string): Promise<ShownImport> =>
  (await stack.call<ShownImport>(key, "GET", `/v1/imports/${id}`)).body;

/** Waits until so many rows are done, or the import is over. */
async function until(id: string, rows: number): Promise<ShownImport> {
  for (;;) {
    const job = await shown(id);
    const isAtWork = job.status === "reading" || job.status === "importing";
    if (job.progress.rows_done >= rows || !isAtWork) return job;
    await wait(20);
  }
}

it("an import that is killed again and again counts each row once", async () => {
  const id = await uploaded();
  await stack.call(key, "POST", `/v1/imports/${id}/start`, {});
  for (let n = 0; n < KILLS; n += 1) {
    // The first one comes while the file is read.
    const { status, progress } = await until(id, Math.floor((n / KILLS) * sums.rows));
    await stack.kill("server");
    report(`imports-kill: killed while ${status}, ${progress.rows_done} of ${sums.rows} rows`);
    await stack.start();
  }
  const done = await until(id, Number.POSITIVE_INFINITY);
  expect(done).toMatchObject({
    status: "completed",
    error: null,
    counts: {
      rows: sums.rows,
      committed: sums.events,
      excluded: sums.excluded,
      duplicate: 0,
      conflict: 0,
      unresolved: 0,
      rejected: 0,
    },
    countries: countriesOf(sums),
  });
  const { stdout, code } = await stack.verify("tallies", "shop");
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(new RegExp(`^${sums.events} events in .* 0 differences`)),
  });
  report(`imports-kill: seed ${seed}, ${sums.rows} rows, ${KILLS} kills, each row once`);
}, 600_000);
