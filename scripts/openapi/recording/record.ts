import { setTimeout as wait } from "node:timers/promises";
import type { LedgerId } from "../../../shared/core/ids.ts";
import { settingsFrom } from "../../local/settings.ts";
import { signInAt } from "../../local/sign-in-at.ts";
import { startStack } from "../../local/stack.ts";
import type { Examples } from "../examples.ts";
import type { Importing } from "./imports.ts";
import type { Keys, Recounts } from "./keys.ts";
import type { People } from "./people.ts";
import { type AfterCall, type Around, Recorder } from "./recorder.ts";

/** The stack that runs the scenario. */
type Stage = {
  readonly dataDir: string;
  readonly closing: AsyncDisposableStack;
  /** Runs when the stack has started, before anything is written. */
  readonly started?: () => Promise<void>;
  /** Moves the clock of this process, if it is stopped, before each call. */
  readonly forward?: (seconds: number) => void;
  readonly after?: AfterCall;
  readonly isTwice?: boolean;
};

/** Plays the scenario of the examples against a fresh stack, and returns what it has recorded. */
export async function recordScenario(stage: Stage): Promise<Examples> {
  const { dataDir, closing, started, forward, after, isTwice } = stage;
  // Imported late: clients read the environment, which the stack sets.
  const { SME_CALLS } = await import("./public.ts");
  const env = { SME_RATE_LIMIT: `${SME_CALLS}`, SME_RATE_WINDOW_SECONDS: "3600" };
  Object.assign(process.env, env, {
    MONITOR_EVERY_SECONDS: "0",
    RECOUNT_EVERY_SECONDS: "0",
    CATCH_UP_EVERY_SECONDS: "0",
    WEBHOOKS_EVERY_SECONDS: "0",
    MAILS_EVERY_SECONDS: "0",
    VIES_EVERY_SECONDS: "0",
    // Nothing answers there: the example is what an outage of VIES looks like.
    VIES_BASE_URL: "http://127.0.0.1:1",
  });
  const settings = settingsFrom(["--no-demo"], { PORT: "0", DATA_DIR: dataDir });
  const { url } = await startStack(settings, closing);
  await started?.();
  const { sentToken } = await import("./mails.ts");
  const { loseDelivery } = await import("./webhooks.ts");
  const around = { before: () => forward?.(1), after, isTwice };
  return playAt(url, around, { page: `${url}/console`, sentToken, loseDelivery });
}

/** Actions and addresses of a stage that the calls of the scenario depend on. */
export type Behind = Pick<Keys, "sentToken" | "loseDelivery"> & {
  /** The page that the issuer of persons returns to. */
  readonly page: string;
};

/** Plays the scenario at the stage to which the environment of this process leads. */
export async function playAt(
  url: string,
  around: Around,
  { page, ...behind }: Behind,
): Promise<Examples> {
  const { playScenario } = await import("./scenario.ts");
  const { issueKey } = await import("../../operate/api-keys/keys.ts");
  const keyOf = (account: LedgerId, scope: "full" | "read-only" = "full") =>
    // A list of keys is sorted by the time of their creation.
    issueKey({ account, scope, mode: "live" }, new Date(Date.now() - (scope === "full" ? 0 : 1)));
  const recorder = new Recorder(url, await keyOf("my-shop" as LedgerId), around);
  await playScenario(recorder, {
    ...behind,
    readOnly: await keyOf("my-shop" as LedgerId, "read-only"),
    moving: await keyOf("moving-shop" as LedgerId),
    trial: await issueKey(
      { account: "trial-shop" as LedgerId, scope: "full", mode: "test" },
      new Date(),
    ),
    filing: {
      CZ: await keyOf("czech-shop" as LedgerId),
      FI: await keyOf("finnish-shop" as LedgerId),
      SE: await keyOf("swedish-shop" as LedgerId),
    },
    recounts: await recountsOf("my-shop" as LedgerId),
    writeRecords: await writerOf("my-shop" as LedgerId),
    people: peopleAt(page),
    importing: await importing(
      "importing-shop" as LedgerId,
      await keyOf("importing-shop" as LedgerId),
    ),
  });
  const { operations, errors } = recorder;
  return { operations, errors };
}

/** Returns how persons sign in at the issuer of the stack. */
function peopleAt(page: string): People {
  const { SIGN_IN_ISSUER: issuer = "", SIGN_IN_CLIENT_ID: clientId = "" } = process.env;
  return { signIn: (name) => signInAt({ issuer, clientId }, name, page) };
}

async function importing(account: LedgerId, key: string): Promise<Importing> {
  const { loadImportJob, moveImportJob } = await import(
    "../../../shared/imports/jobs/store-jobs.ts"
  );
  const { failed, INTERRUPTED, isUnderWay, startedImport } = await import(
    "../../../shared/imports/jobs/job.ts"
  );
  const { lookAtObject, uploadObject } = await import(
    "../../../shared/imports/jobs/store-objects.ts"
  );
  const load = async (id: string) => {
    const job = await loadImportJob(account, id);
    if (!job) throw new Error(`there is no import ${id}`);
    return job;
  };
  return {
    key,
    settle: async (id) => {
      while (isUnderWay(await load(id))) await wait(10);
    },
    interrupt: async (id) => {
      const upload = await lookAtObject(uploadObject(account, id));
      const now = new Date();
      await moveImportJob(account, await load(id), startedImport(false, upload?.etag ?? "", now));
      await moveImportJob(account, await load(id), failed(INTERRUPTED, now));
    },
  };
}

async function writerOf(account: LedgerId): Promise<() => Promise<unknown>> {
  const { writeRecords } = await import("../../../shared/ledger/supply-records/write-records.ts");
  return () => writeRecords(account, { now: Date.now, until: Number.POSITIVE_INFINITY });
}

async function recountsOf(account: LedgerId): Promise<Recounts> {
  const { recountAccount, requestRecount } = await import(
    "../../../shared/ledger/recount/recount.ts"
  );
  const { UNDER_WAY_MS } = await import("../../../shared/ledger/recount/recount-state.ts");
  return {
    ask: () => requestRecount(account, Date.now()),
    settle: () => {
      let now = Date.now() + UNDER_WAY_MS;
      const pause = async (ms: number) => {
        now += ms;
      };
      return recountAccount(account, { now: () => now, pause });
    },
  };
}
