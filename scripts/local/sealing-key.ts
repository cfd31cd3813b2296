import { createHmac } from "node:crypto";
import { join } from "node:path";
import { GetCommand, PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { dynamo, PAGE_LIMIT, tableName } from "../../shared/platform/dynamodb/client.ts";
import { type SealContext, Sealed, unseal } from "../../shared/platform/sealing.ts";
import { sealingKeyKey } from "../../shared/platform/table/keys.ts";
import { ensureSealingKey, SEALING_KEY } from "./data-folder.ts";
import { Failure } from "./failure.ts";
import { textOf } from "./text-file.ts";

const KEY_BYTES = 32;

/**
 * Provides the key that seals secrets. The table holds its fingerprint, so that a lost or replaced key is noticed: with
 * another one no sealed secret can be opened and no live key works. A table without a fingerprint takes that of the
 * present key, if this opens what is sealed.
 * @throws Failure if the folder has another key than its table, or a damaged one.
 */
export async function provideSealingKey(folder: string): Promise<void> {
  const stored = await storedFingerprint();
  if (stored === undefined) await ensureSealingKey(folder);
  const fingerprint = await fingerprintIn(folder);
  const isRight = stored === undefined ? await opensSealed() : stored === fingerprint;
  if (fingerprint === undefined || !isRight) throw wrongKey(folder);
  if (stored !== undefined) return;
  const Item = { ...sealingKeyKey, schema_version: 1, fingerprint };
  await dynamo.send(new PutCommand({ TableName: tableName(), Item }));
}

const wrongKey = (folder: string): Failure =>
  new Failure(
    `${join(folder, SEALING_KEY)} is not the key of this data: copy ${SEALING_KEY} from a backup of the folder back, or run npm run restore`,
  );

async function storedFingerprint(): Promise<string | undefined> {
  const { Item } = await dynamo.send(
    new GetCommand({ TableName: tableName(), Key: sealingKeyKey, ConsistentRead: true }),
  );
  return Item && String(Item["fingerprint"]);
}

/** Returns a name of the key that does not reveal it; undefined for a missing or damaged key. */
async function fingerprintIn(folder: string): Promise<string | undefined> {
  const key = Buffer.from((await textOf(join(folder, SEALING_KEY))) ?? "", "base64");
  if (key.length !== KEY_BYTES) return undefined;
  return createHmac("sha256", key).update("fingerprint of the sealing key").digest("hex");
}

/** True if the present key opens a sealed secret of the table, or if nothing is sealed. */
async function opensSealed(): Promise<boolean> {
  let after: Record<string, unknown> | undefined;
  let isSealed = false;
  do {
    const { Items = [], LastEvaluatedKey } = await dynamo.send(
      new ScanCommand({ TableName: tableName(), Limit: PAGE_LIMIT, ExclusiveStartKey: after }),
    );
    for (const { sealed, context } of Items.flatMap(sealedIn)) {
      isSealed = true;
      if (await opens(sealed, context)) return true;
    }
    after = LastEvaluatedKey;
  } while (after);
  return !isSealed;
}

const opens = (sealed: Sealed, context: SealContext): Promise<boolean> =>
  unseal(sealed, context).then(
    () => true,
    () => false,
  );

type SealedSecret = { readonly sealed: Sealed; readonly context: SealContext };

/** Returns the secrets of an item that are sealed, with the owner and the use that each is bound to. */
function sealedIn(item: Readonly<Record<string, unknown>>): SealedSecret[] {
  const [kind, account = ""] = String(item["pk"]).split("#");
  const connection = String(item["sk"]);
  const candidates: readonly [unknown, SealContext][] = [
    [item["signing"], { account, connection, use: "signing" }],
    [item["access"], { account, connection, use: "access" }],
    [
      item["sealed"],
      kind === "FULL_IDENTIFIERS"
        ? { account, use: "identifiers" }
        : { account: String(item["account"]), vat_number_check: String(item["check_id"]) },
    ],
  ];
  return candidates.flatMap(([value, context]) => {
    const { data: sealed } = Sealed.safeParse(value);
    return sealed ? [{ sealed, context }] : [];
  });
}
