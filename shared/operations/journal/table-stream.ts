import { DescribeTableCommand } from "@aws-sdk/client-dynamodb";
import { dynamo, tableName } from "../../platform/dynamodb/client.ts";
import { streamName } from "./journal-file.ts";

/** The name of the table's stream; undefined while it is switched off. */
export async function streamOfTable(): Promise<string | undefined> {
  const { Table } = await dynamo.send(new DescribeTableCommand({ TableName: tableName() }));
  const isOn = Table?.StreamSpecification?.StreamEnabled === true;
  return isOn ? streamName(Table?.LatestStreamLabel ?? "") : undefined;
}
