import { outsideDynamo, tableName } from "./environment.ts";
import { Failure } from "./failure.ts";

/** What the engine answers of a table. */
type Described = {
  readonly Table: {
    readonly LatestStreamArn?: string;
    readonly StreamSpecification?: { readonly StreamEnabled?: boolean };
  };
};

/** Switches the stream of the table's changes on, unless it is. */
export async function ensureStream(): Promise<void> {
  const { Table } = await ask<Described>("DynamoDB_20120810.DescribeTable", {
    TableName: tableName(),
  });
  if (Table.StreamSpecification?.StreamEnabled) return;
  const StreamSpecification = { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" };
  await ask("DynamoDB_20120810.UpdateTable", { TableName: tableName(), StreamSpecification });
}

/** A change as the stream tells it: what Lambda hands on, but for the name of the stream. */
type LocalRecord = { readonly dynamodb: { readonly SequenceNumber: string } };

/** A change of the table's stream, after `last` where it is given, page by page; the stream has one shard. */
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

/** The ARN of the table's stream; undefined while it is switched off. */
export async function streamArnOfTable(): Promise<string | undefined> {
  const { Table } = await ask<Described>("DynamoDB_20120810.DescribeTable", {
    TableName: tableName(),
  });
  return Table.StreamSpecification?.StreamEnabled ? Table.LatestStreamArn : undefined;
}

/**
 * A call of the engine in DynamoDB's protocol. The SDK has a client of its own for streams, which nothing else would need; engines
 * of this machine look at the form of a signature alone.
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
