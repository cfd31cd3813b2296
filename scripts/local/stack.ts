import { join } from "node:path";
import { fallbackRow } from "../../shared/api/route.ts";
import * as routes from "../../shared/api/routes.ts";
import { startApiServer } from "./api-server.ts";
import { ensureConsole } from "./console/ensure-console.ts";
import {
  BUNDLES,
  DEMO_KEYS,
  emptyDataFolder,
  ensureSealingKey,
  FUNCTION_LOG,
  keyProofSecret,
  MAILS,
  SEALING_KEY,
} from "./data-folder.ts";
import type { DemoKeys } from "./demo-account.ts";
import { bundledEndpoints, type Endpoints, loadEndpoints } from "./endpoints.ts";
import {
  describeStack,
  ownEngines,
  setDefaults,
  setIssuer,
  setKeyProofs,
  setMails,
  setSealingKey,
  setSecretFor,
  setUploadOrigin,
} from "./environment.ts";
import { keepFunctionLog, type Say } from "./function-log.ts";
import { isLoopback, type Listening, pageOrigins } from "./http-server.ts";
import { startIssuer } from "./issuer.ts";
import { startJobs } from "./scheduled-jobs.ts";
import { noteServedFolder } from "./served-folders.ts";
import { holdDataFolder, provideDynamo, provideS3 } from "./services.ts";
import type { Settings } from "./settings.ts";
import { publishStack } from "./stack-file.ts";
import { jobIntervals } from "./timers.ts";

export type Stack = {
  readonly url: string;
  /** Writes to stdout, which is the functions' log while the stack runs. */
  readonly say: Say;
  /** The keys of the demo account, if there is one. */
  readonly demo: Demo | undefined;
  /** Settles when the demo account is complete and the scheduled jobs run. */
  readonly complete: Promise<unknown>;
  /** Settles if the stack's own DynamoDB engine ends. */
  readonly engineEnded: Promise<unknown>;
};

/** The stored keys, one for a link that opens the account once, and the end of the seeding. */
type Demo = DemoKeys & { readonly link: string; readonly seeded: Promise<unknown> };

/**
 * Starts everything in this process and its one child, the engine. Every started part is registered in `closing`, also
 * if a later step fails, and is stopped in reverse order.
 * @throws Failure if the address, a port, the folder, an interval or an endpoint cannot be used.
 */
export async function startStack(
  {
    host,
    port,
    s3Port,
    issuerPort,
    dataDir,
    allowedOrigins,
    fresh,
    demo,
    bundled,
    journal = false,
    lake = false,
  }: Settings,
  closing: AsyncDisposableStack,
): Promise<Stack> {
  const intervals = jobIntervals(process.env);
  await holdDataFolder(dataDir, closing);
  const say = keepFunctionLog(join(dataDir, FUNCTION_LOG), closing);
  // The port is taken before the data is touched: a start that fails must not have emptied anything.
  const api = await startApiServer({ host, port }, undefined, allowedOrigins);
  closing.defer(api.stop);
  if (fresh) await emptyDataFolder(dataDir);
  const data = ownEngines() ? "folder" : "elsewhere";
  setDefaults();
  setSecretFor(host);
  setSealingKey(join(dataDir, SEALING_KEY));
  setMails(api.url, join(dataDir, MAILS));
  const { ended: engineEnded } = await provideDynamo(dataDir, closing);
  await provideKeys(dataDir, data);
  const origins = pageOrigins(api.url);
  const uploading = [...origins, ...allowedOrigins];
  await provideS3(dataDir, closing, { at: { host, port: s3Port }, origins: uploading });
  setUploadOrigin();
  await provideIssuer(origins, { host, port: issuerPort }, closing);
  await ensureConsole();
  const keys = await prepareData(dataDir, { demo, streamed: journal || lake });
  api.serve(bundled ? await bundles(dataDir) : loadEndpoints());
  await publishStack(dataDir, describeStack(api.url, data));
  await noteServedFolder(dataDir, closing);
  // Jobs would notify of what is only half of the demo account.
  const jobs = async () => {
    await keys?.seeded;
    await startJobs(intervals, closing);
    if (journal) (await import("./journal-here.ts")).journalHere(closing);
    if (lake) (await import("./lake-here.ts")).lakeHere(closing);
  };
  const complete = jobs();
  if (!keys) await complete;
  return { url: api.url, say, demo: keys, complete, engineEnded };
}

/** Provides the key that seals secrets, and the secret that proves the accounts of keys. */
async function provideKeys(dataDir: string, data: "folder" | "elsewhere"): Promise<void> {
  if (data === "elsewhere") {
    await ensureSealingKey(dataDir);
    return;
  }
  const { provideSealingKey } = await import("./sealing-key.ts");
  await provideSealingKey(dataDir);
  // Other stacks on the same table would not know the secret of this folder.
  setKeyProofs(await keyProofSecret(dataDir));
}

/**
 * Provides the issuer with which persons sign in, unless the environment names one. It takes any name without a
 * password, so it is there only where nobody but this machine reaches the service: elsewhere, anybody could be anybody.
 */
async function provideIssuer(
  origins: readonly string[],
  at: Listening,
  closing: AsyncDisposableStack,
): Promise<void> {
  if (process.env["SIGN_IN_ISSUER"] || !isLoopback(at.host)) return;
  const issuer = await startIssuer(
    origins.map((origin) => `${origin}/console`),
    at,
  );
  closing.defer(issuer.stop);
  setIssuer(issuer);
}

/** Loads the bundles. esbuild is imported late, so that serving the sources does not load it. */
async function bundles(dataDir: string): Promise<Endpoints> {
  const { buildBundles } = await import("../../infra/bundling.ts");
  const folder = join(dataDir, BUNDLES);
  await buildBundles(folder, [...Object.values(routes), fallbackRow]);
  return bundledEndpoints(folder);
}

/** Prepares the data. Store modules are imported late, because the DynamoDB client reads the environment at import. */
async function prepareData(
  dataDir: string,
  { demo, streamed }: { readonly demo: boolean; readonly streamed: boolean },
): Promise<Demo | undefined> {
  const { ensureEcbHistory, lastDayOfHistory } = await import("./ecb-history.ts");
  const now = new Date();
  await ensureEcbHistory(now);
  // The journal need not contain the first version of a day's rates.
  if (streamed) await (await import("./table-stream.ts")).ensureStream();
  if (!demo) return undefined;
  const { DEMO_ACCOUNT, demoKeys } = await import("./demo-account.ts");
  const { parseApiKey } = await import("../../shared/api/authentication.ts");
  const { keyForLink } = await import("./sign-in-link.ts");
  const { seedDemo } = await import("../demo/seed.ts");
  const keys = await demoKeys(join(dataDir, DEMO_KEYS), now);
  const keyId = parseApiKey(keys.full)?.keyId;
  const link = await keyForLink(now);
  return { ...keys, link, seeded: seedDemo(now, await lastDayOfHistory(), DEMO_ACCOUNT, keyId) };
}
