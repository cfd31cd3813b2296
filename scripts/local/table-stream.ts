import { outsideDynamo, tableName } from "./environment.ts";
import { Failure } from "./failure.ts";

/** The engine's description of a table. */
type Described = {
  readonly Table: {
    readonly LatestStreamArn?: string;
    readonly StreamSpecification?: { readonly StreamEnabled?: boolean };
  };
};

/** Enables the stream of the table's changes, unless it is enabled. */
export async function ensureStream(): Promise<void> {
  const { Table } = await ask<Described>("DynamoDB_20120810.DescribeTable", {
    TableName: tableName(),
  });
  if (Table.StreamSpecification?.StreamEnabled) return;
  const StreamSpecification = { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" };
  await ask("DynamoDB_20120810.UpdateTable", { TableName: tableName(), StreamSpecification });
}

/** A change in the stream, in the form that Lambda passes on, without the name of the stream. */
type LocalRecord = { readonly dynamodb: { readonly SequenceNumber: string } };

/** Yields the changes of the table's stream, page by page, after `last` if it is given; the stream has one shard. */
export async function* changesSince(
  streamArn: string,
  last?: string,
): AsyncGenerator<LocalRecord[]> {
  const { StreamDescription: stream } = await ask<{
    StreamDescription: { Shards: { ShardId: string }[] };
  }>("DynamoDBStreams_20120810.DescribeStream", { StreamArn: streamArn });
  for (const { ShardId } of stream.Shards) {
    const from = last
      ? { ShardIteratorType: "AFTER_SEQUENCE_NUMBER", SequenceNumber: last }
      : { ShardIteratorType: "TRIM_HORIZON" };
    let { ShardIterator } = await ask<{ ShardIterator?: string | null }>(
      "DynamoDBStreams_20120810.GetShardIterator",
      { StreamArn: streamArn, ShardId, ...from },
    );
    while (ShardIterator) {
      const page: { Records?: LocalRecord[]; NextShardIterator?: string | null } = await ask(
        "DynamoDBStreams_20120810.GetRecords",
        { ShardIterator, Limit: 1000 },
      );
      if (!page.Records || page.Records.length === 0) break;
      yield page.Records;
      ShardIterator = page.NextShardIterator;
    }
  }
}

/** Returns the ARN of the table's stream; undefined if it is disabled. */
export async function streamArnOfTable(): Promise<string | undefined> {
  const { Table } = await ask<Described>("DynamoDB_20120810.DescribeTable", {
    TableName: tableName(),
  });
  return Table.StreamSpecification?.StreamEnabled ? Table.LatestStreamArn : undefined;
}

/**
 * Calls the engine in DynamoDB's protocol. The SDK's client for streams is a separate package, which nothing else
 * needs; local engines check only the form of a signature.
 */
async function ask<T>(target: string, body: object): Promise<T> {
  const answer = await fetch(outsideDynamo() ?? "", {
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.0",
      "x-amz-target": target,
      "x-amz-date": "20200101T000000Z",
      authorization:
        "AWS4-HMAC-SHA256 Credential=local/20200101/local/dynamodb/aws4_request, SignedHeaders=host, Signature=0",
    },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Failure(`${target}: ${text}`);
  return JSON.parse(text) as T;
}
