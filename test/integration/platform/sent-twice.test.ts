import { randomBytes } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { newSession } from "../../../shared/accounts/people/session.ts";
import { renewSession } from "../../../shared/accounts/people/sign-in.ts";
import { insertSession } from "../../../shared/accounts/people/store-sessions.ts";
import { claim } from "../../../shared/api/store-idempotency.ts";
import type { AuthorId, LedgerId } from "../../../shared/core/ids.ts";
import { newBulkJob } from "../../../shared/filing/bulk/bulk-job.ts";
import { loadBulkJob, saveBulkJob } from "../../../shared/filing/bulk/store-bulk-jobs.ts";
import { dynamo } from "../../../shared/platform/dynamodb/client.ts";
import { atEachCall } from "../../stack/put-back.ts";

/*
 * The SDK sends a write again whose response was lost. Here each is sent twice: the second one finds its condition broken
 * by the first.
 */
beforeAll(() => {
  atEachCall(dynamo, (next, { commandName }) => async (args) => {
    if (commandName === "PutItemCommand") await next(args);
    return next(args);
  });
});

const person = "pn_1" as AuthorId;
const now = new Date();

it("a session is made and renewed by a write that is sent twice", async () => {
  const made = newSession(person, now);
  await insertSession(made.session);
  const renewed = await renewSession(made.tokens.refresh, now);
  expect(renewed.session.session_id).toBe(made.session.session_id);
  const again = renewSession(made.tokens.refresh, now);
  await expect(again).rejects.toThrow("session has ended");
});

it("a bulk job is stored by writes that are sent twice, and not over one of another worker", async () => {
  const returns = [{ account: "shop", scheme_type: "union_oss", period_key: "2026-Q1" }];
  const asked = { action: "check", returns } as unknown as Parameters<typeof newBulkJob>[1];
  const job = newBulkJob("or_0123456789abcdef", asked, { person, now });
  await saveBulkJob(job);
  await saveBulkJob({ ...job, version: 2 });
  const slower = saveBulkJob({ ...job, version: 2, ended_at: now.toISOString() });
  await expect(slower).rejects.toThrow("another worker has changed");
  expect(await loadBulkJob(job.organisation, job.job)).toEqual({ ...job, version: 2 });
});

it("an Idempotency-Key is claimed by a write that is sent twice, once", async () => {
  const slot = randomBytes(16).toString("hex");
  const name = { account: "shop" as LedgerId, slot, request: "request" };
  expect(await claim(name, now)).toMatchObject({ status: "claimed" });
  expect(await claim(name, now)).toEqual({ status: "in_progress" });
});
