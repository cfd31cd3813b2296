import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, expect, it, vi } from "vitest";
import type { LedgerId } from "../../../shared/core/ids.ts";
import { dynamo, tableName } from "../../../shared/platform/dynamodb/client.ts";
import {
  changeKey,
  importKey,
  type Key,
  noticeKey,
  recordsKey,
} from "../../../shared/platform/table/keys.ts";
import { vatNumberCheckKey } from "../../../shared/platform/table/vat-numbers.ts";
import { call, newAccount } from "../../stack/api.ts";
import { functionLog } from "../../stack/function-log.ts";

/** Lists of jobs, messages and checks, and the key of an item of another age in each. */
const LISTS: readonly [path: string, keyOf: (account: LedgerId, id: string) => Key][] = [
  ["/v1/imports", importKey],
  ["/v1/records", recordsKey],
  ["/v1/notifications", noticeKey],
  ["/v1/account/changes", changeKey],
  ["/v1/vat-numbers/checks", vatNumberCheckKey],
];

const lineNaming = ({ pk }: Key): string | undefined =>
  functionLog()
    .split("\n")
    .find((one) => one.includes(`"${pk}"`) && one.includes("item not readable"));

// The log is read from here on.
beforeAll(() => void functionLog());

it.for(LISTS)(
  "%s leaves out an item that it cannot read, and names it in the log",
  async ([path, keyOf]) => {
    const { account, readOnly } = await newAccount("unreadable");
    const key = keyOf(account, "of-another-age");
    await dynamo.send(
      new PutCommand({ TableName: tableName(), Item: { ...key, of_another_age: true } }),
    );
    const { status, body } = await call(readOnly, "GET", `${path}?limit=1`);
    expect([status, body]).toMatchObject([200, { items: [], next_cursor: null }]);
    // The log is written a moment after the answer.
    const line = await vi.waitUntil(() => lineNaming(key), { timeout: 60_000, interval: 20 });
    expect(JSON.parse(line)).toMatchObject({ level: "ERROR", pk: key.pk, sk: key.sk });
  },
);
