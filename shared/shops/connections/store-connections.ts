import { GetCommand, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { LedgerId } from "../../core/ids.ts";
import { dynamo, tableName } from "../../platform/dynamodb/client.ts";
import {
  loadVersioned,
  updateVersioned,
  type VersionedItem,
} from "../../platform/dynamodb/versioned-item.ts";
import { type SealContext, Sealed, seal, unsealOnce } from "../../platform/sealing.ts";
import {
  CONNECTION_SECRETS_ITEM,
  CONNECTIONS_ITEM,
  connectionSecretsKey,
  connectionsKey,
  INBOUND_ADDRESS_ITEM,
  inboundAddressKey,
} from "../../platform/table/connections.ts";
import { versionOf } from "../../platform/table/item.ts";
import { Connections, NO_CONNECTIONS, ShopAccess } from "./connection.ts";

export const CONNECTIONS_VALUE: VersionedItem<Connections> = {
  key: connectionsKey,
  schema: Connections,
  empty: NO_CONNECTIONS,
  definition: CONNECTIONS_ITEM,
  name: "connections",
};

/** Reads all connections of an account, strongly consistent. */
export const loadConnections = (ledger: LedgerId): Promise<Connections> =>
  loadVersioned(CONNECTIONS_VALUE, ledger);

/** Replaces the account's connections by the result of `decide`; see updateVersioned. */
export const updateConnections = (
  ledger: LedgerId,
  decide: (seen: Connections) => Connections,
): Promise<Connections> => updateVersioned(CONNECTIONS_VALUE, ledger, decide);

/** Stores the account of a new connection. It never changes, also when the connection is deleted. */
export async function putInboundAddress(connectionId: string, ledger: LedgerId): Promise<void> {
  await dynamo.send(
    new PutCommand({
      TableName: tableName(),
      Item: {
        ...inboundAddressKey(connectionId),
        ...versionOf(INBOUND_ADDRESS_ITEM),
        account: ledger,
      },
      ConditionExpression: "attribute_not_exists(pk)",
    }),
  );
}

/** Returns the account of a connection; undefined for an id that was never given. */
export async function ledgerOfInboundAddress(connectionId: string): Promise<LedgerId | undefined> {
  const { Item } = await dynamo.send(
    new GetCommand({
      TableName: tableName(),
      Key: inboundAddressKey(connectionId),
      ConsistentRead: true,
    }),
  );
  return Item && z.object({ account: z.string().brand("LedgerId") }).parse(Item).account;
}

/** The context that a secret is bound to. Copied to another connection, it cannot be opened. */
const contextOf = (
  ledger: LedgerId,
  connection: string,
  use: "signing" | "access",
): SealContext => ({ account: ledger, connection, use });

const StoredSecrets = z.object({
  signing: Sealed.optional(),
  former: Sealed.optional(),
  former_until: z.iso.datetime().optional(),
  access: Sealed.optional(),
});

/**
 * Seals and stores the secret that signs a connection's deliveries. The former one, if there is one, is accepted as well
 * until `former_until`. Reads nothing, so that functions that write secrets need no permission to read them.
 */
export async function putSigningSecret(
  ledger: LedgerId,
  connectionId: string,
  secret: string,
  former_until: string | undefined,
): Promise<void> {
  const sealed = await seal(secret, contextOf(ledger, connectionId, "signing"));
  await updateSecrets(ledger, connectionId, {
    // DynamoDB evaluates the right-hand sides before it sets anything.
    UpdateExpression: former_until
      ? "SET schema_version = :version, former = signing, former_until = :until, signing = :secret"
      : "SET schema_version = :version, signing = :secret",
    ExpressionAttributeValues: {
      ":version": CONNECTION_SECRETS_ITEM.version,
      ":secret": sealed,
      ...(former_until ? { ":until": former_until } : {}),
    },
  });
}

/** Seals and stores the access to a shop. Reads nothing, as putSigningSecret. */
export async function putAccess(
  ledger: LedgerId,
  connectionId: string,
  access: ShopAccess,
): Promise<void> {
  const context = contextOf(ledger, connectionId, "access");
  const sealed = await seal(JSON.stringify(access), context);
  await updateSecrets(ledger, connectionId, {
    UpdateExpression: "SET schema_version = :version, #access = :access",
    ExpressionAttributeNames: { "#access": "access" },
    ExpressionAttributeValues: {
      ":version": CONNECTION_SECRETS_ITEM.version,
      ":access": sealed,
    },
  });
}

/** Reads the access to a shop; undefined if none was given, or the connection is deleted. */
export async function loadAccess(
  ledger: LedgerId,
  connectionId: string,
): Promise<ShopAccess | undefined> {
  const { access } = await storedSecrets(ledger, connectionId);
  if (!access) return undefined;
  const text = await unsealOnce(access, contextOf(ledger, connectionId, "access"));
  return ShopAccess.parse(JSON.parse(text));
}

/** Removes all secrets of a connection. Nothing opens their ciphertexts in backups, once the data keys are gone. */
export const forgetSecrets = (ledger: LedgerId, connectionId: string): Promise<void> =>
  updateSecrets(ledger, connectionId, {
    UpdateExpression: "REMOVE signing, former, former_until, access",
  });

async function updateSecrets(
  ledger: LedgerId,
  connectionId: string,
  update: {
    readonly UpdateExpression: string;
    readonly ExpressionAttributeNames?: Record<string, string>;
    readonly ExpressionAttributeValues?: Record<string, unknown>;
  },
): Promise<void> {
  await dynamo.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: connectionSecretsKey(ledger, connectionId),
      ...update,
    }),
  );
}

async function storedSecrets(ledger: LedgerId, connectionId: string) {
  const { Item } = await dynamo.send(
    new GetCommand({
      TableName: tableName(),
      Key: connectionSecretsKey(ledger, connectionId),
      ConsistentRead: true,
    }),
  );
  return StoredSecrets.parse(Item ?? {});
}

/** Reads the secrets that may sign a delivery, the newest first; none for a deleted connection. */
export async function loadSigningSecrets(
  ledger: LedgerId,
  connectionId: string,
  now: Date,
): Promise<string[]> {
  const { signing, former, former_until = "" } = await storedSecrets(ledger, connectionId);
  const valid = [signing, former_until > now.toISOString() ? former : undefined];
  const context = contextOf(ledger, connectionId, "signing");
  return Promise.all(
    valid.filter((sealed) => sealed !== undefined).map((sealed) => unsealOnce(sealed, context)),
  );
}
