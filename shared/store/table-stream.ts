import { DescribeTableCommand } from "@aws-sdk/client-dynamodb";
import { streamName } from "../journal/journal-file.ts";
import { dynamo, tableName } from "./dynamo.ts";

/** The name of the table's stream; undefined while it is switched off. */
export async function streamOfTable(): Promise<string | undefined> {
  const { Table } = await dynamo.send(new DescribeTableCommand({ TableName: tableName() }));
  const isOn = Table?.StreamSpecification?.StreamEnabled === true;
  return isOn ? streamName(Table?.LatestStreamLabel ?? "") : undefined;
}
