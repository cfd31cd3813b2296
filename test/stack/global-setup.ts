import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { holderOf } from "../../scripts/local/stack-file.ts";
import { runStack } from "./run-stack.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the tests reach the stack: its URL, and the environment of its handlers. */
    readonly stack: { readonly url: string; readonly env: Readonly<Record<string, string>> };
  }
}

/** One stack for the whole run, in a folder of its own. A run whose stack does not end cleanly fails. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), "vat-stack-"));
  const process = runStack(dataDir, ["--fresh", "--no-demo"]);
  const { url } = await process.ready;
  project.provide("stack", { url, env: await environmentOf(dataDir) });
  return async () => {
    const { code, stderr } = await process.end("SIGTERM");
    if (code !== 0) throw new Error(`the stack ended with ${code}: ${stderr}`);
    await rm(dataDir, { recursive: true });
  };
}

async function environmentOf(dataDir: string): Promise<Record<string, string>> {
  const stack = (await holderOf(dataDir))?.stack;
  if (!stack) throw new Error("the stack does not say where it is");
  return {
    DYNAMODB_ENDPOINT: stack.dynamodb_endpoint,
    AWS_ENDPOINT_URL_S3: stack.s3_endpoint,
    AWS_REGION: stack.region,
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
    TABLE_NAME: stack.table,
    BUCKET_NAME: stack.bucket,
  };
}
