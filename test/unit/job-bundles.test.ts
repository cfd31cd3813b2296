import { build, type Metafile } from "esbuild";
import { beforeAll, describe, expect, it } from "vitest";
import { esbuildBundling } from "../../infra/bundling.ts";
import type { Job } from "../../shared/jobs/job.ts";
import { jobs } from "../../shared/jobs/jobs.ts";

/** Bytes of a scheduled function: nobody waits for it, but it may bring one client more than an endpoint. */
const BUDGET = 640_000;
/** What imports knows every format of shops, and keeps files. */
const IMPORT_BUDGET = 760_000;
const rows = Object.entries<Job>(jobs);

let outputs: Metafile["outputs"];

beforeAll(async () => {
  const { metafile } = await build({
    ...esbuildBundling,
    entryPoints: rows.map(([, { handler }]) => `functions/${handler}.ts`),
    outdir: "bundles",
    outbase: "functions",
    write: false,
    metafile: true,
    logLevel: "silent",
  });
  outputs = metafile.outputs;
});

const CLIENTS = { queue: "client-sqs", bus: "client-eventbridge" };

describe.for(rows)("the bundle of %s", ([, job]) => {
  const inputs = () => Object.keys(outputs[`bundles/${job.handler}.js`]?.inputs ?? {});
  const holds = (name: string) => inputs().some((file) => file.includes(`node_modules/${name}/`));

  it("keeps to its size", () => {
    expect(outputs[`bundles/${job.handler}.js`]?.bytes).toBeLessThan(
      job.imports ? IMPORT_BUDGET : BUDGET,
    );
  });

  it("holds the AWS clients that its row needs, and one copy of their core", () => {
    expect(holds("@aws-sdk/client-dynamodb")).toBe(true);
    expect(holds(`@aws-sdk/${CLIENTS.queue}`)).toBe(job.sends !== undefined);
    expect(holds(`@aws-sdk/${CLIENTS.bus}`)).toBe(job.publishes === true);
    const cores = inputs().flatMap((file) => /^.*node_modules\/@smithy\/core\//.exec(file) ?? []);
    expect(new Set(cores).size).toBe(1);
  });

  it("reads XML only where rates are fetched", () => {
    expect(holds("fast-xml-parser")).toBe(job.handler.startsWith("exchange-rates/"));
  });
});
