import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { buildBundles, type Contents, contentsOf } from "../../infra/bundling.ts";
import { accessOfRoute } from "../../infra/function-access.ts";
import type { Job } from "../../shared/api/job.ts";
import * as jobs from "../../shared/api/jobs.ts";
import type { Route } from "../../shared/api/route.ts";
import * as routes from "../../shared/api/routes.ts";
import { SHARED_QUEUES, sharedWorkerOf } from "../../shared/api/shared-workers.ts";
import { temporaryFolder } from "../stack/temporary-folder.ts";
import { bundled } from "./built-bundles.ts";

/*
 * What a cold start has to load: bytes, unlike milliseconds, are the same on every machine.
 */
const KB = 1000;
const rows = Object.entries<Route>(routes);
const scheduled = Object.entries<Job>(jobs);

const SHARED_WORKERS = SHARED_QUEUES.map((queue) => sharedWorkerOf(queue, Object.values(jobs)));

/** With the library that writes XLSX files, 130 KB of it. */
const WRITES_WORKBOOKS = [
  "returns/get-working-paper",
  "returns/get-reconciliation",
  "locks/lock-period",
  "locks/lock-return",
  "locks/lock-nil-returns",
];

/** Functions that lock a return write its workbook. */
const WORKBOOKS = 164 * KB;

/** Papers of a return have words in two languages, and the names of those who signed it. */
const PAPERS = 20 * KB;

/** Functions that build return files contain every format, its printer and the XML builder. */
const PRINTERS = 100 * KB;

/** Functions that calculate also commit: they contain the ledger, the places of supply and the rates of classes. */
const COMMITS = 84 * KB;
/** Functions that say which return declares an event contain registrations, schemes and marks. */
const DECLARATIONS = 8 * KB;
/** Functions that decide on an event enqueue a check of its account. */
const QUEUE = 20 * KB;
/** Functions that check import settings contain every shop format, and the parsers of their files. */
const FORMATS = 120 * KB;

/** Functions that check the settings of a connection contain the readers of shops that are read from files alone. */
const FILE_SHOPS = 16 * KB;

/** Functions that decrypt a number call KMS. */
const SEALING = 20 * KB;

/** Size of the parsers of the ECB's CSV and XML files. */
const ECB_FILES = 20 * KB;

/** Additional bytes of single functions. */
const MORE: Readonly<Record<string, number>> = {
  "imports/list-import-formats": FORMATS,
  // Its settings are those of a format.
  "imports/create-upload-link": FORMATS,
  "imports/list-upload-links": FILE_SHOPS,
  "imports/revoke-upload-link": FILE_SHOPS,
  "connections/create-connection": FILE_SHOPS,
  "connections/update-connection": FILE_SHOPS,
  "calculations/calculate-vat": COMMITS,
  "calculations/commit-transaction": DECLARATIONS,
  "ledger/classify-supply-event": QUEUE,
  "returns/explain-event": DECLARATIONS,
  "ledger/refund-supply-event": DECLARATIONS,
  "returns/get-accountant-report": PAPERS,
  "returns/get-return-for-accountant": PAPERS,
  "returns/get-working-paper": PAPERS,
  "returns/make-payment-order": SEALING,
  "exchange-rates/load-ecb-rates": ECB_FILES,
};

/** Size of the DynamoDB client that signs one read, without the SDK. */
const SMALL_CLIENT = 30 * KB;

/** True if a public function reads its item by the small client. */
const readsPublicItem = ({ handler, scope }: Route): boolean =>
  scope === "public" && handler.startsWith("tax-");

/**
 * Bytes a bundle may have, by what its function is for; public ones may have their tables besides. Each
 * new route and error code is in all of them: 250 bytes a route.
 */
function budgetOf(route: Route): number {
  if (route.handler === "health/get-health") return 14.3 * KB;
  const workbooks = WRITES_WORKBOOKS.includes(route.handler) ? WORKBOOKS : 0;
  if (route.artifacts) return 693.5 * KB + workbooks;
  const knowsFormats = /^imports\/(?:create-import|receive-upload)$/.test(route.handler);
  if (route.imports) return 674 * KB + (knowsFormats ? FORMATS : 0);
  const isBare = accessOfRoute(route).uses.length === 0;
  const catalogue = readsPublicItem(route) ? SMALL_CLIENT : 0;
  const printers = /return-f(?:ile|ormat)/.test(route.handler) ? PRINTERS : 0;
  const extra = printers + workbooks + (MORE[route.handler] ?? 0);
  return (
    (isBare || catalogue > 0 ? 148.5 * KB + catalogue + dataBytesOf(route) : 530.5 * KB) + extra
  );
}

let contents: Contents;

beforeAll(async () => {
  // The stack that serves the routes has bundled those; jobs are bundled here.
  const folder = join(temporaryFolder(), "bundles");
  await buildBundles(folder, [...scheduled.map(([, job]) => job), ...SHARED_WORKERS]);
  contents = { ...(await contentsOf(bundled.bundles)), ...(await contentsOf(folder)) };
});

const bundleOf = ({ handler }: Route | Job) => {
  const bundle = contents[handler];
  if (!bundle) throw new Error(`no bundle of ${handler}`);
  return bundle;
};

const inputsOf = (row: Route | Job) => Object.keys(bundleOf(row).inputs);

const dataBytesOf = (route: Route) =>
  Object.entries(bundleOf(route).inputs)
    .filter(([file]) => /^shared\/vat\/reference-data\/.*\.json$/.test(file))
    .reduce((sum, [, bytes]) => sum + bytes, 0);

/** The folder a package was taken from: two of them are two copies. */
const copiesOf = (name: string, inputs: readonly string[]) =>
  new Set(
    inputs.flatMap((file) => {
      const at = file.lastIndexOf(`node_modules/${name}/`);
      return at < 0 ? [] : [file.slice(0, at)];
    }),
  );

describe.for(rows)("the bundle of %s", ([, route]) => {
  it("keeps to its size", () => {
    expect(bundleOf(route).bytes).toBeLessThan(budgetOf(route));
  });

  it("holds no language of zod but English", () => {
    const locales = inputsOf(route).filter((file) => file.includes("/zod/v4/locales/"));
    expect(locales.filter((file) => !/\/en\.\w+$/.test(file))).toEqual([]);
  });

  it("holds at most one copy of the SDK's core", () => {
    expect(copiesOf("@smithy/core", inputsOf(route)).size).toBeLessThanOrEqual(1);
    expect(copiesOf("@aws-sdk/core", inputsOf(route)).size).toBeLessThanOrEqual(1);
  });

  it("holds an AWS client only where the table is used", () => {
    const sdk = inputsOf(route).some((file) => file.includes("node_modules/@aws-sdk/client-"));
    expect(sdk).toBe(accessOfRoute(route).uses.length > 0 && !readsPublicItem(route));
  });

  it("holds nothing that Lambda has no use for", () => {
    const useless =
      /aws-xray-sdk|@aws-sdk\/nested-clients|credential-provider-(?:ini|sso|http|imds)/;
    expect(inputsOf(route).filter((file) => useless.test(file))).toEqual([]);
  });
});

/** Bytes of a scheduled function: nobody waits for it, but it may bring one client more than an endpoint. */
const JOB_BUDGET = 674 * KB;
/** What imports, or asks shops, knows every format of shops, judges orders by the rates of classes, and keeps files or secrets. */
const IMPORT_BUDGET = 960 * KB;
/** What runs many jobs has all that they have, and imports it with the first message of each. */
const SHARED_BUDGET = 2_000 * KB;

it.each(SHARED_WORKERS)("the bundle of $handler keeps to its size", (worker) => {
  expect(bundleOf(worker).bytes).toBeLessThan(SHARED_BUDGET);
});

const CLIENTS = { queue: "client-sqs", bus: "client-eventbridge" };

describe.for(scheduled)("the bundle of the job %s", ([, job]) => {
  const holds = (name: string) =>
    inputsOf(job).some((file) => file.includes(`node_modules/${name}/`));

  it("keeps to its size", () => {
    const readsShops = job.imports !== undefined || job.seals !== undefined;
    // Locks returns, and makes their workbooks and the files of every portal.
    const files = job.handler.includes("bulk") ? WORKBOOKS : 0;
    const budget = (readsShops ? IMPORT_BUDGET : JOB_BUDGET) + files;
    expect(bundleOf(job).bytes).toBeLessThan(budget);
  });

  it("holds the AWS clients that its row needs, and one copy of their core", () => {
    expect(holds("@aws-sdk/client-dynamodb")).toBe(true);
    expect(holds(`@aws-sdk/${CLIENTS.queue}`)).toBe(job.sends !== undefined);
    expect(holds(`@aws-sdk/${CLIENTS.bus}`)).toBe(job.publishes === true);
    expect(copiesOf("@smithy/core", inputsOf(job)).size).toBe(1);
  });

  it("has XML only where rates are fetched or portal files made", () => {
    expect(holds("fast-xml-parser")).toBe(
      /^(?:exchange|tax)-rates\/|run-bulk-job$/.test(job.handler),
    );
  });

  it("holds the mailer only where its row sends mails", () => {
    expect(holds("nodemailer")).toBe(job.mails === "send");
  });
});
