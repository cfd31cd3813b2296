import { createHmac } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { createClient, type VatClient } from "../../../client/src/eu-vat-client.ts";
import { CREDENTIALS, type DeployedStage, REGION } from "./emulator.ts";
import { awaited, command, type Step } from "./step.ts";

type OwnAccount = { readonly account: string; readonly key: string };

const HEADS = [
  "event_id",
  "event_type",
  "supply_date",
  "supply_kind",
  "dispatch_country",
  "consumption_country",
  "currency",
  "taxable_amount_minor",
  "vat_amount_minor",
  "vat_rate_bps",
  "rate_category",
];

const ROWS = 300;

/** Returns a file of events_csv: sales of EUR 10.00 each to France. */
const eventsFile = (first: string): string =>
  [
    HEADS.join(","),
    ...Array.from({ length: ROWS }, (_, n) =>
      [
        `${first}-${n}`,
        "sale",
        "2026-05-04",
        "goods",
        "SE",
        "FR",
        "EUR",
        1000,
        200,
        2000,
        "standard",
      ].join(","),
    ),
  ].join("\n");

/** Imports by an upload, and by a file that is put into the drop folder. */
export function fileSteps(
  stage: DeployedStage,
  client: VatClient,
  { account, key }: OwnAccount,
): Step[] {
  const finished = (source: string) =>
    awaited(async () => {
      const { items } = await client.listImports();
      const found = items.find(({ source_id }) => source_id === source);
      const isDone = found && ["completed", "failed"].includes(found.status);
      return isDone ? `${found.status}, ${found.counts.committed} rows` : undefined;
    });
  return [
    [
      "profile of a shop with a drop folder",
      "drops",
      async () => {
        const body = { source_key: "drops", display_name: "Drops", channel_type: "other" } as const;
        return (await client.createSource({ body })).source_key;
      },
    ],
    [
      "import of an uploaded file",
      `completed, ${ROWS} rows`,
      async () => {
        const file = join(tmpdir(), `vat-${stage.name}-${account}.csv`);
        writeFileSync(file, eventsFile("upload"));
        const named = ["--account", account, "--format", "events_csv", "--source", "shop"];
        const reached = { VAT_API_URL: stage.url, VAT_API_KEY: key };
        await command(stage, ["import", ...named, file], reached);
        return finished("shop");
      },
    ],
    [
      "import of a dropped file",
      `completed, ${ROWS} rows`,
      async () => {
        await bucketsOf(stage).send(
          new PutObjectCommand({
            Bucket: stage.environment["IMPORT_BUCKET_NAME"],
            Key: `drop/${account}/drops/events.csv`,
            Body: eventsFile("drop"),
          }),
        );
        return finished("drops");
      },
    ],
  ];
}

export const reached = ({ environment }: DeployedStage) => ({
  endpoint: environment["AWS_ENDPOINT_URL"] ?? "",
  region: REGION,
  credentials: CREDENTIALS,
});

const bucketsOf = (stage: DeployedStage): S3Client =>
  new S3Client({ ...reached(stage), forcePathStyle: true });

/** Jobs behind queues and schedules, and the keys and secrets of the stage. */
export function jobSteps(stage: DeployedStage, client: VatClient): Step[] {
  const HOOK = "https://localhost.example/hook";
  return [
    [
      "records of Art. 63c",
      "done, 603 events",
      async () => {
        const { id } = await client.createRecords({
          body: { from: "2026-01-01", to: "2026-06-30" },
        });
        return awaited(async () => {
          const job = await client.getRecords({ path: { id } });
          return job.state === "done" || job.state === "failed"
            ? `${job.state}, ${job.records} events`
            : undefined;
        });
      },
    ],
    [
      "number stored in full",
      "SE**********01",
      async () => {
        const stored = await client.putIdentifiers({
          body: { items: [{ registration_id: 1, number: "SE556000123101" }] },
        });
        return stored.items[0]?.number_masked;
      },
    ],
    [
      "key of the API, from an answer that is sealed for a repeated request",
      "SE",
      async () => {
        const asked = {
          body: { name: "shop", scope: "read-only" },
          idempotencyKey: "shop",
        } as const;
        await client.createApiKey(asked);
        const { api_key: key } = await client.createApiKey(asked);
        const own = createClient({ baseUrl: stage.url, apiKey: key });
        return (await own.getAccount()).establishment_country;
      },
    ],
    [
      "message of a webhook",
      "delivered: false",
      async () => {
        const { id } = await client.createWebhook({
          body: { url: HOOK, events: ["period.locked"] },
        });
        await client.testWebhook({ path: { id } });
        return awaited(async () => {
          const { items } = await client.listWebhookDeliveries({ path: { id } });
          const [attempt] = items[0]?.attempts ?? [];
          return attempt && `delivered: ${attempt.delivered}`;
        });
      },
    ],
  ];
}

const ORDERS = "test/imports/samples/woocommerce-orders.json";

/** A connected shop: a message that it has signed, one that it has not, and a catch-up of a shop that nobody can reach. */
export function shopSteps(stage: DeployedStage, client: VatClient): Step[] {
  let path = { id: "" };
  let inbound = "";
  let secret = "";
  const send = async (signedWith: string): Promise<number> => {
    const order = JSON.parse(readFileSync(ORDERS, "utf8"))[5];
    const body = JSON.stringify(order);
    const signature = createHmac("sha256", signedWith).update(body).digest("base64");
    const headers = {
      "content-type": "application/json",
      "x-wc-webhook-topic": "order.created",
      "x-wc-webhook-signature": signature,
    };
    const answer = await fetch(`${stage.url}${inbound}`, { method: "POST", headers, body });
    return answer.status;
  };
  return [
    [
      "connection with its secret",
      "woocommerce",
      async () => {
        const settings = { dispatch_country: "SE", supply_kind: "goods" };
        const made = await client.createConnection({
          body: { kind: "woocommerce", source_id: "woo", settings },
        });
        path = { id: made.id };
        inbound = made.path;
        secret = String((await client.setConnectionSecret({ path, body: {} })).secret);
        return made.kind;
      },
    ],
    ["message that the shop has not signed", "401", () => send("another secret")],
    [
      "message that the shop has signed",
      "200, committed",
      async () => {
        const status = await send(secret);
        const outcome = await awaited(async () => {
          const { items } = await client.listInboundDeliveries({ path });
          const [message] = items;
          const reasons = message?.findings.map(({ reason }) => ` (${reason})`) ?? [];
          return message?.done_at ? `${message.outcome}${reasons.join("")}` : undefined;
        });
        return `${status}, ${outcome}`;
      },
    ],
    [
      "catch-up of a shop that cannot be reached",
      "waiting",
      async () => {
        const access = {
          address: "https://shop.invalid",
          key: `ck_${"0".repeat(40)}`,
          secret: `cs_${"0".repeat(40)}`,
        };
        await client.setConnectionAccess({ path, body: access });
        await client.startCatchUp({ path, body: {} });
        return awaited(async () => {
          const { catch_up } = await client.getConnection({ path });
          return catch_up && catch_up.state !== "running" ? catch_up.state : undefined;
        });
      },
    ],
  ];
}

/** Changes of accounts that an operator makes by invoking the function (docs/operations.md). */
export const operatorSteps = (stage: DeployedStage, account: string): Step[] => [
  [
    "account suspended, closed, erased and resumed by an operator's function",
    "suspend, close, erase-free-text, resume",
    async () => {
      const lambda = new LambdaClient(reached(stage));
      const FunctionName = `VatSchedule-${stage.name}-operateAccounts`;
      const done: string[] = [];
      for (const action of ["suspend", "close", "erase-free-text", "resume"]) {
        const Payload = JSON.stringify({ action, account });
        const { Payload: answer } = await lambda.send(new InvokeCommand({ FunctionName, Payload }));
        const text = Buffer.from(answer ?? []).toString();
        done.push(JSON.parse(text).action ?? text);
      }
      return done.join(", ");
    },
  ],
];

/** The commands that hold table, journal and files against each other, and the end of what they must say. */
export const verifications = (stage: DeployedStage, account: string): Step[] =>
  VERIFICATIONS.map(([name, end, ...of]) => [
    name,
    end,
    async () => {
      const text = await command(stage, [
        name,
        ...of.map((word) => word.replace("ACCOUNT", account)),
      ]);
      return text.endsWith(end) ? end : text;
    },
  ]);

const VERIFICATIONS = [
  ["verify-tallies", "0 differences", "--account", "ACCOUNT"],
  ["verify-locks", "0 mismatches", "--account", "ACCOUNT"],
  ["verify-journal", "0 differences", "--all"],
  ["verify-rates", "0 differences"],
] as const;
