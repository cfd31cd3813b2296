import {
  GetFunctionConfigurationCommand,
  InvokeCommand,
  LambdaClient,
  UpdateFunctionConfigurationCommand,
} from "@aws-sdk/client-lambda";
import { ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { GetQueueAttributesCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { ApiError, type VatClient } from "../../../client/src/eu-vat-client.ts";
import type { Job } from "../../../shared/api/job.ts";
import * as jobs from "../../../shared/api/jobs.ts";
import type { Route } from "../../../shared/api/route.ts";
import * as routes from "../../../shared/api/routes.ts";
import type { LedgerId } from "../../../shared/core/ids.ts";
import { SALE } from "../../../shared/operations/smoke-test/smoke-steps.ts";
import { jobEvent } from "../lambda-events.ts";
import { ran } from "../tool.ts";
import { type DeployedStage, type Emulator, REGION } from "./emulator.ts";
import { reached } from "./job-steps.ts";
import { REDIRECT } from "./person-steps.ts";
import { awaited, command, type Step } from "./step.ts";

/** Number of characters of an answer that a finding quotes. */
const QUOTED = 300;

/** The prefix of the buckets of copies. */
const COPIES = "vat-copies-of-trial";

/** A stage with a function for every job, and with what stages have by their settings alone. */
export const everySetting = (keySecretArn: string) => ({
  region: REGION,
  smallAccount: false,
  lake: true,
  copies: { region: COPIES_REGION, bucketPrefix: COPIES },
  budget: { monthlyUsd: 50 },
  smokeTest: { keySecretArn },
});

export const COPIES_REGION = "eu-west-1";

/** Calls every operation of the document as the examples do, and every other route. */
export const routeSteps = (
  stage: DeployedStage,
  emulator: Emulator,
  issuer: { readonly issuer: string; readonly clientId: string },
): Step[] => [
  [
    "operations of the document, as in its examples",
    "0 without success, 0 with a fault of the service",
    async () => {
      const env = {
        ...stage.environment,
        STAGE_URL: stage.url,
        PAGE: REDIRECT,
        MAILS: `${emulator.endpoint}/_ministack/ses/messages`,
        SIGN_IN_ISSUER: issuer.issuer,
        SIGN_IN_CLIENT_ID: issuer.clientId,
      };
      const done = await ran(process.execPath, ["scripts/checks/ministack/play-examples.ts"], {
        env,
      });
      if (done?.code !== 0) throw new Error(`${done?.stdout}${done?.stderr}`);
      const { calls, succeeded, unsuccessful, faults, differing, broken } = JSON.parse(done.stdout);
      console.error(
        `  ${calls} calls, ${succeeded} operations succeeded; other answers than in the examples: ${differing.length}`,
      );
      for (const line of differing) console.error(`    ${String(line).slice(0, QUOTED)}`);
      const counts = [
        `${unsuccessful.length} without success`,
        `${faults.length} with a fault of the service`,
      ];
      return [...counts, ...unsuccessful, ...faults, ...broken].join(", ");
    },
  ],
  [
    "pages that the document has not, and a path that there is not",
    "11 of 11",
    async () => {
      const page = await (await fetch(`${stage.url}/console`)).text();
      const [, file = ""] = /"console\/([\w.-]+)"/.exec(page) ?? [];
      const names = { file, chapter: "filing", page: "germany.md" };
      const pages = Object.values<Route>(routes).filter(({ path }) => !path.startsWith("/v1/"));
      const paths = [...pages.map(({ path }) => filled(path, names)), "/nowhere"];
      const wrong: string[] = [];
      // One after the other: the emulator cannot start several functions at once.
      for (const path of paths) {
        const { status } = await fetch(`${stage.url}${path}`, { redirect: "manual" });
        if (path === "/nowhere" ? status !== 404 : status >= 400) wrong.push(path);
      }
      return [`${pages.length - wrong.length} of ${pages.length}`, ...wrong].join(", ");
    },
  ],
];

/** Fills in the parameters of a path; a page beside the chapters is that of the API. */
const filled = (path: string, names: Readonly<Record<string, string>>): string =>
  path
    .replace("/docs/{page}", "/docs/api.md")
    .replace(/\{(\w+)\}/g, (_, name) => names[name] ?? "");

/** Jobs that ask the ECB and the Commission, which need not be reachable. */
const ASKING_OUTSIDE: readonly string[] = ["refreshRates", "compareTaxRates"];

/** Starts the schedules of a stage as EventBridge does. The check of evidence, which waits a minute, begins at once. */
export function scheduleSteps(stage: DeployedStage, emulator: Emulator): Step[] {
  const start = async ([name, job]: [string, Job]): Promise<string[]> => {
    const named = `VatSchedule-${stage.name}-${name}`;
    const failure = await invoked(stage, named, jobEvent("every" as LedgerId, job));
    return failure && !ASKING_OUTSIDE.includes(name) ? [`${name}: ${failure}`] : [];
  };
  const all = Object.entries<Job>(jobs).filter(([, { trigger }]) => "schedule" in trigger);
  const begun = all.filter(([, { evidence }]) => evidence).map(start);
  const others = all.filter(([, { evidence }]) => !evidence);
  return [
    [
      "schedules",
      "none failed",
      async () => {
        const failed = await Promise.all([...begun, ...others.map(start)]);
        return failed.flat().join("; ") || "none failed";
      },
    ],
    [
      "smoke test by its schedule",
      "passed",
      async () => {
        const lambda = new LambdaClient(reached(stage));
        const FunctionName = `VatApi-${stage.name}-smokeTest`;
        // The domain of the stage has no address here.
        const { Environment } = await lambda.send(
          new GetFunctionConfigurationCommand({ FunctionName }),
        );
        const Variables: Record<string, string> = {
          ...Environment?.Variables,
          SMOKE_TEST_URL: stage.url,
        };
        await lambda.send(
          new UpdateFunctionConfigurationCommand({ FunctionName, Environment: { Variables } }),
        );
        const named = ["--account", "canary", "--scope", "full", "--mode", "test"];
        await emulator.replaceSecret(
          Variables["SMOKE_TEST_KEY_ARN"] ?? "",
          await command(stage, ["issue-key", ...named]),
        );
        return (await invoked(stage, FunctionName, {})) ?? "passed";
      },
    ],
    [
      "lake, tended",
      "done",
      async () => (await invoked(stage, `VatLake-${stage.name}-tendLake`, {})) ?? "done",
    ],
  ];
}

/** Invokes a function; returns what it failed with. */
async function invoked(
  stage: DeployedStage,
  FunctionName: string,
  event: object,
): Promise<string | undefined> {
  const lambda = new LambdaClient(reached(stage));
  const { FunctionError, Payload } = await lambda.send(
    new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) }),
  );
  return (
    FunctionError &&
    Buffer.from(Payload ?? [])
      .toString()
      .slice(0, 500)
  );
}

/** Steps that only some settings or queues need: a large file, a mail that bounced, copies of locked files. */
export const rareSteps = (stage: DeployedStage, emulator: Emulator, client: VatClient): Step[] => [
  ["import of a large file", "completed, 1 rows", () => largeImport(client)],
  [
    "address of a mail that bounced",
    "address_suppressed",
    async () => {
      const address = "bounced@books.example";
      const bounce = { bounceType: "Permanent", bouncedRecipients: [{ emailAddress: address }] };
      const queue = (await emulator.outputs()).find(({ key }) => key === "FeedbackQueueUrl");
      await worked(stage, queue?.value ?? "", { eventType: "Bounce", bounce });
      const { kinds } = await client.getAccountMails();
      const body = { language: "en", enabled: true, kinds, address } as const;
      return client.setAccountMails({ body }).then(
        () => "taken",
        (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
      );
    },
  ],
  [
    "copies of the files of a lock",
    "there",
    () =>
      awaited(async () => {
        const copies = new S3Client({
          ...reached(stage),
          region: COPIES_REGION,
          forcePathStyle: true,
        });
        const asked = new ListObjectsV2Command({ Bucket: `${COPIES}-artifacts` });
        return (await copies.send(asked)).KeyCount ? "there" : undefined;
      }),
  ],
];

/** Bytes of a line without an event. */
const BLANK = 1000;

/** Imports one sale of a file that is large by its blank lines. */
async function largeImport(client: VatClient): Promise<string> {
  const sale = JSON.stringify({ ...SALE, event_id: "large-1", supply_date: "2026-05-04" });
  const file = `${sale}\n${`${" ".repeat(BLANK - 1)}\n`.repeat(21_000)}`;
  const { id, upload } = await client.createImport({
    body: {
      format: "events_ndjson",
      source_id: "large",
      file_name: "large.ndjson",
      size_bytes: file.length,
    },
  });
  const { url, method, headers } = upload as {
    readonly url: string;
    readonly method: string;
    readonly headers: Record<string, string>;
  };
  const { status } = await fetch(url, { method, headers, body: file });
  if (status !== 200) throw new Error(`the upload was refused: ${status}`);
  await client.startImport({ path: { id }, body: {} });
  return awaited(async () => {
    const job = await client.getImport({ path: { id } });
    const isDone = ["completed", "failed"].includes(job.status);
    return isDone ? `${job.status}, ${job.counts.committed} rows` : undefined;
  });
}

/** Sends a message to a queue, and returns when its worker has taken it. */
async function worked(stage: DeployedStage, QueueUrl: string, message: object): Promise<void> {
  const queues = new SQSClient(reached(stage));
  await queues.send(new SendMessageCommand({ QueueUrl, MessageBody: JSON.stringify(message) }));
  const AttributeNames = [
    "ApproximateNumberOfMessages",
    "ApproximateNumberOfMessagesNotVisible",
  ] as const;
  await awaited(async () => {
    const { Attributes = {} } = await queues.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [...AttributeNames] }),
    );
    return AttributeNames.every((name) => Attributes[name] === "0") || undefined;
  });
}
