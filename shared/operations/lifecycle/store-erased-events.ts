import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { EventRecord } from "../../ledger/events/event-record.ts";
import { FREE_TEXT_FIELDS } from "../../ledger/events/field-uses.ts";
import { dynamo, tableName } from "../../platform/dynamodb/client.ts";
import { eventKey } from "../../platform/table/keys.ts";

/**
 * Writes an event without its free text. Changes no other attribute, so concurrent changes of links and totals stay.
 * @returns false if the event was changed meanwhile
 */
export async function saveErased(account: string, erased: EventRecord): Promise<boolean> {
  const { event_id, classification_history, erased_at, fingerprint, version } = erased;
  const fields = Object.entries({
    ...Object.fromEntries(FREE_TEXT_FIELDS.map((field) => [field, erased[field]])),
    classification_history,
    erased_at,
    fingerprint,
    version,
  });
  const set = fields.filter(([, value]) => value !== undefined);
  const gone = fields.filter(([, value]) => value === undefined).map(([name]) => name);
  const expression = [
    `SET ${set.map(([name]) => `${name} = :${name}`).join(", ")}`,
    ...(gone.length > 0 ? [`REMOVE ${gone.join(", ")}`] : []),
  ];
  try {
    await dynamo.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: eventKey(account, event_id),
        UpdateExpression: expression.join(" "),
        ConditionExpression: "version = :seen",
        ExpressionAttributeValues: {
          ...Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
          ":seen": version - 1,
        },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
