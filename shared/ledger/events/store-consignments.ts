import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { dynamo, tableName } from "../../platform/dynamodb/client.ts";
import { batchGet } from "../../platform/dynamodb/read.ts";
import { mayPass } from "../../platform/retries.ts";
import { versionOf } from "../../platform/table/item.ts";
import { CONSIGNMENT_ITEM } from "../../platform/table/items.ts";
import { consignmentKey } from "../../platform/table/keys.ts";
import type { ConsignmentSum } from "./consignments.ts";

/** The stored form. The sales are a list of pairs, because an event id can be any text and an attribute name cannot. */
const ConsignmentItem = z.object({
  version: z.int(),
  members: z.array(z.object({ event_id: z.string(), eur_minor: z.int() })),
  settling: z.literal(true).optional(),
});

/** Returns the sales in a stored consignment; empty if it cannot be parsed. */
export const membersIn = (item: unknown): z.output<typeof ConsignmentItem>["members"] =>
  ConsignmentItem.safeParse(item).data?.members ?? [];

const sumOf = (item: unknown): ConsignmentSum => {
  const { members, ...sum } = ConsignmentItem.parse(item);
  return {
    ...sum,
    members: new Map(members.map(({ event_id, eur_minor }) => [event_id, eur_minor])),
  };
};

/** Reads the stored consignments among these ids, strongly consistent. */
export async function loadConsignments(
  account: string,
  ids: readonly string[],
): Promise<Map<string, ConsignmentSum>> {
  const idOf = new Map(ids.map((id) => [consignmentKey(account, id).pk, id]));
  const items = await batchGet([...idOf.values()].map((id) => consignmentKey(account, id)));
  return new Map(items.map((item) => [idOf.get(String(item["pk"])) as string, sumOf(item)]));
}

type States = { readonly seen: ConsignmentSum; readonly planned: ConsignmentSum };

/**
 * Returns the write of a consignment, on condition that it is unchanged since it was read. Without a change, returns
 * only the condition.
 */
export function consignmentAction(account: string, id: string, { seen, planned }: States) {
  const condition =
    seen.version === 0
      ? { ConditionExpression: "attribute_not_exists(pk)" }
      : {
          ConditionExpression: "version = :seen",
          ExpressionAttributeValues: { ":seen": seen.version },
        };
  const key = consignmentKey(account, id);
  if (planned === seen) {
    return { ConditionCheck: { TableName: tableName(), Key: key, ...condition } };
  }
  const members = [...planned.members].map(([event_id, eur_minor]) => ({ event_id, eur_minor }));
  const { version, settling } = planned;
  const item = { ...key, ...versionOf(CONSIGNMENT_ITEM), version, members, settling };
  return { Put: { TableName: tableName(), Item: item, ...condition } };
}

/** Records that all sales of a consignment are up to date, unless the consignment has changed meanwhile. */
export async function markPropagated(
  account: string,
  id: string,
  { version }: ConsignmentSum,
): Promise<void> {
  try {
    await dynamo.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: consignmentKey(account, id),
        UpdateExpression: "REMOVE settling",
        ConditionExpression: "version = :seen",
        ExpressionAttributeValues: { ":seen": version },
      }),
    );
  } catch (error) {
    if (!mayPass(error)) throw error;
  }
}
