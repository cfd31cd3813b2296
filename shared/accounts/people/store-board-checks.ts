import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { describeError } from "../../core/errors/errors.ts";
import { dynamo, tableName } from "../../platform/dynamodb/client.ts";
import { accountQueue, tryEnqueue } from "../../platform/queues/queues.ts";
import { BOARD_CHECK_ITEM } from "../../platform/table/people-items.ts";
import { boardCheckKey } from "../../platform/table/people-keys.ts";
import { logger } from "../../platform/telemetry/telemetry.ts";
import { loadAccount } from "../store-accounts.ts";

/** Seconds after which a requested check runs. Further requests within them are of the same check. */
const CHECK_AFTER_SECONDS = 5;
const DAY_SECONDS = 86_400;

/**
 * Requests a check of an account whose questions or imports have changed, if the account is in an organisation. The
 * hourly check finds the change as well.
 * @returns false if a check is on its way, or the account is in no organisation
 */
export async function requestBoardCheck(account: string, now: Date): Promise<boolean> {
  try {
    const organisation = (await loadAccount(account))?.organisation;
    if (organisation === undefined) return false;
    const isFirst = await isFirstRequest(organisation, account, Math.floor(now.getTime() / 1000));
    if (isFirst) await tryEnqueue(accountQueue("accounts"), [{ account }], CHECK_AFTER_SECONDS);
    return isFirst;
  } catch (error) {
    logger.warn("no check requested", { account, error: describeError(error) });
    return false;
  }
}

/** Stores when the next check runs; returns false if one is on its way. */
async function isFirstRequest(
  organisation: string,
  account: string,
  now: number,
): Promise<boolean> {
  try {
    await dynamo.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: boardCheckKey(organisation, account),
        UpdateExpression: "SET schema_version = :version, check_at = :at, expires_at = :expires_at",
        ConditionExpression: "attribute_not_exists(check_at) OR check_at <= :now",
        ExpressionAttributeValues: {
          ":version": BOARD_CHECK_ITEM.version,
          ":at": now + CHECK_AFTER_SECONDS,
          ":expires_at": now + DAY_SECONDS,
          ":now": now,
        },
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
