import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { dynamo, tableName } from "../../platform/dynamodb/client.ts";
import { PutCommand } from "../../platform/dynamodb/commands.ts";
import { importUndoKey } from "../../platform/table/import-keys.ts";
import { versionOf } from "../../platform/table/schema-versions.ts";

/** That somebody undid an import; `at` is an instant. */
type ImportUndo = {
  readonly id: string;
  readonly format: string;
  readonly source_id: string;
  readonly at: string;
  readonly key_id: string;
};

/** Notes that an import is undone, once: the first word stands. The journal keeps it, which has none of imports. */
export async function noteImportUndo(account: string, undo: ImportUndo): Promise<void> {
  try {
    await dynamo.send(
      new PutCommand({
        TableName: tableName(),
        Item: { ...importUndoKey(account, undo.id), ...versionOf("import_undo"), ...undo },
        ConditionExpression: "attribute_not_exists(pk)",
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}
