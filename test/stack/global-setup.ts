import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProvidedContext } from "vitest";
import type { TestProject } from "vitest/node";
import { SEALING_KEY } from "../../scripts/local/data-folder.ts";
import { holderOf } from "../../scripts/local/stack-file.ts";
import { personId } from "../../shared/accounts/people/person.ts";
import { dataRoot, FOLDERS } from "./data-root.ts";
import { leaksIn } from "./kept-logs.ts";
import { keepPrepared, PREPARED } from "./prepared-folder.ts";
import { NO_DEADLINES, runStack } from "./run-stack.ts";
import { checkTableUse, recordingTableUse } from "./table-use.ts";
import { startVies } from "./vies-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the tests reach the stack: its URL, the environment of its handlers, and what it does less than others. */
    readonly stack: {
      readonly url: string;
      readonly dataDir: string;
      readonly quiet: Readonly<Record<string, string>>;
      readonly env: Readonly<Record<string, string>>;
    };
  }
}

type Provided = ProvidedContext["stack"];
type Run = { readonly provided: Provided; readonly end: () => Promise<void> };

/** Projects load this module each, and share the stack of the run. */
const held = globalThis as { stackOfRun?: Promise<Run>; projectsOfRun?: number };

/**
 * One stack for the whole run, in a folder of its own; STACK_FLAGS=--bundled runs the bundles. A run
 * fails whose stack does not end cleanly, in which a route touched an item that it does not declare, or
 * whose logs tell a secret.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  held.projectsOfRun = (held.projectsOfRun ?? 0) + 1;
  held.stackOfRun ??= startStack();
  const { provided, end } = await held.stackOfRun;
  project.provide("stack", provided);
  return async () => {
    held.projectsOfRun = (held.projectsOfRun ?? 0) - 1;
    if (held.projectsOfRun === 0) await end();
  };
}

async function startStack(): Promise<Run> {
  const dataDir = await mkdtemp(join(dataRoot(), "vat-stack-"));
  const logs = await mkdtemp(join(tmpdir(), "vat-logs-"));
  const temporary = await mkdtemp(join(tmpdir(), "vat-tests-"));
  const folders = await mkdtemp(join(dataRoot(), "vat-run-"));
  process.env["KEPT_LOGS"] = logs;
  process.env[FOLDERS] = folders;
  const flags = (process.env["STACK_FLAGS"] ?? "").split(" ").filter((flag) => flag !== "");
  const vies = await startVies();
  // Every test calls from the same address; the tests of the limit have a stack of their own.
  const quiet = {
    SME_RATE_LIMIT: "1000000",
    OPERATORS: personId({ issuer: "https://issuer.example", subject: "operator" }),
    MONITOR_EVERY_SECONDS: "0",
    RECOUNT_EVERY_SECONDS: "0",
    CATCH_UP_EVERY_SECONDS: "0",
    // Tests of deliveries carry them out themselves, by a clock of theirs, to receivers of this machine.
    WEBHOOKS_EVERY_SECONDS: "0",
    WEBHOOKS_ALLOW_LOOPBACK: "1",
    // So do the tests of mails, to a mail server of theirs.
    MAILS_EVERY_SECONDS: "0",
    MAIL_RATE_LIMIT: "1000000",
    UPLOAD_RATE_LIMIT: "1000000",
    UPLOAD_LINK_RATE_LIMIT: "1000000",
    // No test reaches the ECB; those of its files have a server of theirs.
    ECB_BASE_URL: "http://127.0.0.1:1",
    VIES_BASE_URL: vies.url,
    VIES_EVERY_SECONDS: "1",
  };
  const tableUse = join(logs, "table-use.txt");
  const { NODE_OPTIONS, ...recording } = recordingTableUse(tableUse);
  const stack = runStack(dataDir, ["--fresh", "--no-demo", ...flags], {
    ...quiet,
    ...recording,
    NODE_OPTIONS: `${NODE_OPTIONS} ${NO_DEADLINES}`,
  });
  const { url } = await stack.ready;
  const prepared = join(folders, "prepared");
  await keepPrepared(dataDir, prepared);
  process.env[PREPARED] = prepared;
  // CDK leaves a folder for each app in TMPDIR: it goes with the others when the run is over.
  const env = { ...(await environmentOf(dataDir, logs)), TMPDIR: temporary };
  const end = async () => {
    await rm(temporary, { recursive: true });
    await rm(folders, { recursive: true });
    const { code, stderr } = await stack.end("SIGTERM");
    await vies.close();
    if (code !== 0) throw new Error(`the stack ended with ${code}: ${stderr}`);
    checkTableUse(tableUse);
    const leaks = leaksIn(logs);
    await rm(dataDir, { recursive: true });
    if (leaks.length > 0) {
      throw new Error(`keys or numbers in ${leaks.length} lines of the logs:\n${leaks.join("\n")}`);
    }
    await rm(logs, { recursive: true });
  };
  return { provided: { url, dataDir, quiet, env }, end };
}

async function environmentOf(dataDir: string, logs: string): Promise<Record<string, string>> {
  const stack = (await holderOf(dataDir))?.stack;
  if (!stack) throw new Error("the stack does not say where it is");
  return {
    KEPT_LOGS: logs,
    DYNAMODB_ENDPOINT: stack.dynamodb_endpoint,
    AWS_ENDPOINT_URL_S3: stack.s3_endpoint,
    AWS_REGION: stack.region,
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
    TABLE_NAME: stack.table,
    BUCKET_NAME: stack.bucket,
    JOURNAL_BUCKET_NAME: "eu-vat-journal",
    LAKE_BUCKET_NAME: "eu-vat-lake",
    IMPORT_BUCKET_NAME: stack.import_bucket,
    SEALING_KEY_FILE: join(dataDir, SEALING_KEY),
    KEY_PROOF_SECRETS: stack.key_proof_secrets ?? "",
    PUBLIC_URL: stack.api_url,
    MAIL_FROM: "EU VAT service <mails@vat.example>",
  };
}
