import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import { INDEX, INDEX_ATTRIBUTES } from "../../shared/platform/table/keys.ts";
import { Failure } from "./failure.ts";

const key = (partition: string, sort: string) => [
  { AttributeName: partition, KeyType: "HASH" as const },
  { AttributeName: sort, KeyType: "RANGE" as const },
];

const KEY_ATTRIBUTES = ["pk", "sk", `${INDEX}pk`, `${INDEX}sk`];

/** The single table, as infra/ deploys it. */
const TABLE = {
  BillingMode: "PAY_PER_REQUEST",
  AttributeDefinitions: KEY_ATTRIBUTES.map((name) => ({ AttributeName: name, AttributeType: "S" })),
  KeySchema: key("pk", "sk"),
  GlobalSecondaryIndexes: [
    {
      IndexName: INDEX,
      KeySchema: key(`${INDEX}pk`, `${INDEX}sk`),
      Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: [...INDEX_ATTRIBUTES] },
    },
  ],
} satisfies Omit<CreateTableCommandInput, "TableName">;

const EXPIRY = "expires_at";

/**
 * Creates the table if it does not exist.
 * @throws Failure if no server responds at the endpoint.
 */
export async function ensureTable(TableName: string, endpoint: string): Promise<void> {
  const client = new DynamoDBClient({ endpoint, maxAttempts: 2 });
  try {
    if (!(await tableExists(client, TableName, endpoint))) {
      await client.send(new CreateTableCommand({ TableName, ...TABLE }));
      await waitUntilTableExists({ client, maxWaitTime: 30, minDelay: 1 }, { TableName });
    }
    await ensureExpiry(client, TableName);
  } finally {
    client.destroy();
  }
}

async function tableExists(client: DynamoDBClient, TableName: string, endpoint: string) {
  try {
    await client.send(new DescribeTableCommand({ TableName }));
    return true;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return false;
    throw new Failure(`DynamoDB at ${endpoint} does not answer: ${reason(error)}`);
  }
}

async function ensureExpiry(client: DynamoDBClient, TableName: string): Promise<void> {
  const { TimeToLiveDescription: now } = await client.send(
    new DescribeTimeToLiveCommand({ TableName }),
  );
  if (now?.TimeToLiveStatus === "ENABLED" || now?.TimeToLiveStatus === "ENABLING") return;
  const TimeToLiveSpecification = { AttributeName: EXPIRY, Enabled: true };
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
}

/** Returns the reason of a failure. A refused connection is an AggregateError with an empty message, but a code. */
const reason = (error: unknown): string => (error as { code?: string }).code ?? String(error);
