import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { LedgerId } from "../../core/ids.ts";
import { dynamo, pages, tableName } from "../../platform/dynamodb/client.ts";
import { parseReadable } from "../../platform/dynamodb/readable-items.ts";
import { Sealed, seal, unseal } from "../../platform/sealing.ts";
import { versionOf } from "../../platform/table/item.ts";
import {
  VAT_NUMBER_CHECK_ITEM,
  VAT_NUMBER_RETRY_ITEM,
  vatNumberCheckKey,
  vatNumberChecksBefore,
  vatNumberRetries,
  vatNumberRetryKey,
} from "../../platform/table/vat-numbers.ts";
import { CheckedNumbers, RETRY_DAYS, VatNumberCheck } from "./vat-number-check.ts";

/** Stores a check. One that is pending is stored with its sealed numbers first, so that it is always asked again. */
export async function storeCheck(
  ledger: LedgerId,
  check: VatNumberCheck,
  numbers: CheckedNumbers,
): Promise<void> {
  if (check.status === "pending") await storeRetry(ledger, check, numbers);
  await dynamo.send(
    new PutCommand({
      TableName: tableName(),
      Item: {
        ...vatNumberCheckKey(ledger, check.id),
        ...versionOf(VAT_NUMBER_CHECK_ITEM),
        ...check,
      },
      ConditionExpression: "attribute_not_exists(pk)",
    }),
  );
}

const DAY_S = 86_400;

/** Days after which a retry expires: some more than VIES is asked, in case the job does not run. */
const RETRY_EXPIRY_DAYS = RETRY_DAYS + 3;

const contextOf = (ledger: LedgerId, id: string) => ({ account: ledger, vat_number_check: id });

async function storeRetry(
  ledger: LedgerId,
  { id, asked_at }: VatNumberCheck,
  numbers: CheckedNumbers,
) {
  await dynamo.send(
    new PutCommand({
      TableName: tableName(),
      Item: {
        ...vatNumberRetryKey(id),
        ...versionOf(VAT_NUMBER_RETRY_ITEM),
        account: ledger,
        check_id: id,
        sealed: await seal(JSON.stringify(numbers), contextOf(ledger, id)),
        expires_at: Math.ceil(Date.parse(asked_at) / 1000) + RETRY_EXPIRY_DAYS * DAY_S,
      },
    }),
  );
}

export async function loadCheck(ledger: LedgerId, id: string): Promise<VatNumberCheck | undefined> {
  const { Item } = await dynamo.send(
    new GetCommand({ TableName: tableName(), Key: vatNumberCheckKey(ledger, id) }),
  );
  return Item && VatNumberCheck.parse(Item);
}

/** Reads the first `limit` checks of a status before an id, the newest first. */
export async function listChecks(
  ledger: LedgerId,
  {
    status,
    before,
  }: { status?: VatNumberCheck["status"] | undefined; before?: string | undefined },
  limit: number,
): Promise<VatNumberCheck[]> {
  const found: VatNumberCheck[] = [];
  for await (const items of pages(vatNumberChecksBefore(ledger, before))) {
    for (const check of parseReadable(items, (item) => VatNumberCheck.parse(item))) {
      if (status === undefined || check.status === status) found.push(check);
      if (found.length >= limit) return found;
    }
  }
  return found;
}

/** A pending check with its sealed numbers. */
export const Retry = z.object({
  account: z.string().brand("LedgerId"),
  check_id: z.string(),
  sealed: Sealed.optional(),
});
export type Retry = Readonly<z.output<typeof Retry>>;

/** Yields the checks of all accounts that VIES has not answered, the oldest first. */
export async function* pendingRetries(): AsyncGenerator<Retry> {
  for await (const items of pages({ ...vatNumberRetries(), ConsistentRead: true })) {
    yield* parseReadable(items, (item) => Retry.parse(item)).filter(({ sealed }) => sealed);
  }
}

/** Opens the numbers of a pending check. */
export const numbersOf = async ({
  account: ledger,
  check_id,
  sealed,
}: Retry): Promise<CheckedNumbers> =>
  CheckedNumbers.parse(JSON.parse(await unseal(sealed as Sealed, contextOf(ledger, check_id))));

/** Stores another attempt; an answer that is stored already stays. */
export async function updateCheck(ledger: LedgerId, check: VatNumberCheck): Promise<void> {
  const { id, status, answered_at, consultation_number, reason, attempts, last_tried_at } = check;
  const fields = { status, answered_at, consultation_number, reason, attempts, last_tried_at };
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  const sets = known.map((_, n) => `#f${n} = :f${n}`).join(", ");
  try {
    await dynamo.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: vatNumberCheckKey(ledger, id),
        UpdateExpression: `SET ${sets}${reason === undefined ? " REMOVE reason" : ""}`,
        ConditionExpression: "#status = :pending",
        ExpressionAttributeNames: {
          "#status": "status",
          ...Object.fromEntries(known.map(([name], n) => [`#f${n}`, name])),
        },
        ExpressionAttributeValues: {
          ":pending": "pending",
          ...Object.fromEntries(known.map(([, value], n) => [`:f${n}`, value])),
        },
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}

/** Forgets the numbers of a check that is over. */
export async function endRetry(id: string, now: Date): Promise<void> {
  await dynamo.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: vatNumberRetryKey(id),
      UpdateExpression: "SET expires_at = :now REMOVE sealed",
      ExpressionAttributeValues: { ":now": Math.floor(now.getTime() / 1000) },
    }),
  );
}
