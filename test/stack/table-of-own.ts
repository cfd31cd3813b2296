import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { ensureTable } from "../../scripts/local/table.ts";

/**
 * An empty table on the stack's engine, for tests that would disturb others in the shared one. The
 * store of this process uses it from now on.
 */
export async function tableOfOwn(): Promise<void> {
  const name = `own-${randomBytes(6).toString("hex")}`;
  process.env["TABLE_NAME"] = name;
  await ensureTable(name, inject("stack").env["DYNAMODB_ENDPOINT"] as string);
}
