import type { LedgerId, PeriodKey } from "../../../../shared/core/ids.ts";
import type { Key } from "../../../../shared/platform/table/keys.ts";
import { lockChainKey, lockKey } from "../../../../shared/platform/table/periods.ts";
import { makeRefund, makeSale } from "../../../make/supply-event.ts";
import { type Account, callAt, newAccount } from "../../../stack/api.ts";
import { noteSecrets } from "../../../stack/kept-logs.ts";
import type { Item } from "../../../stack/tampering.ts";

/* Everything that the store is used for is imported late: its clients read the environment at import. */
const tools = () => import("../../../stack/tampering.ts");

const UNION = {
  scheme_type: "union_oss",
  member_state_identification: "SE",
  effective_from: "2021-07-01",
  status: "active",
};

export const LOCKED = ["2024-Q4", "2025-Q1", "2025-Q2"] as const;

/** An account with one of everything that is tampered with, and ways to change it past the service. */
export class Victim {
  readonly account: Account;
  readonly webhook: string;

  private constructor(account: Account, webhook: string) {
    this.account = account;
    this.webhook = webhook;
  }

  static async begin(url: string): Promise<Victim> {
    const account = await newAccount("victim");
    const post = async (path: string, body?: unknown, headers = {}) => {
      const answer = await callAt(url, account.full, "POST", path, body, headers);
      if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
      return answer.body;
    };
    await post("/v1/tax-registrations", UNION);
    await post("/v1/returns/union-oss/2023-Q1/opening", OPENING);
    const events = [makeSale({ description: "a lamp" }), makeRefund()];
    await post("/v1/supply-events", { events }, { "Idempotency-Key": "order-1" });
    const path = "/v1/reports/locked-return-periods/union-oss";
    for (const period of LOCKED) await post(`${path}?period=${period}`);
    await post(`${path}/filed?period=${LOCKED[0]}`, { filing_reference: "SE/1" });
    const hook = { url: "https://shop.example/hook", events: ["period.locked"] };
    const { id, secret } = await post("/v1/webhooks", hook);
    noteSecrets([String(secret).replace("whsec_", "")]);
    await post("/v1/records", { from: "2025-07-01", to: "2025-09-30" });
    const { settleRecords } = await import("../../../stack/settle.ts");
    await settleRecords(account.account);
    await post("/v1/imports", { format: "events_ndjson", source_id: "erp", size_bytes: 10 });
    return new Victim(account, String(id));
  }

  get name(): string {
    return this.account.account;
  }

  lock = (period_key: string): Key =>
    lockKey(this.name as LedgerId, {
      scheme_type: "union_oss",
      period_key: period_key as PeriodKey,
      registration_id: 1,
    });

  item = async (key: Key): Promise<Item> => (await tools()).itemAt(key);
  put = async (item: Item) => (await tools()).putItem(item);
  remove = async (key: Key) => (await tools()).removeItem(key);
  rewrite = async (key: Key, change: (item: Item) => void) => (await tools()).rewrite(key, change);

  /** Changes a lock, and hashes it anew. */
  async forgeLock(period: string, change: (item: Item) => void): Promise<void> {
    const { snapshotSha256 } = await import("../../../../shared/returns/locks/store-locks.ts");
    await this.rewrite(this.lock(period), (item) => {
      change(item);
      item["sha256"] = snapshotSha256(item);
    });
  }

  /** Lets the chain of locks end with the lock of a period. */
  async endChainAt(period: string, count: number): Promise<void> {
    const lock = await this.item(this.lock(period));
    const { scheme_type, period_key, registration_id, sha256 } = lock;
    const last = { scheme_type, period_key, registration_id, sha256 };
    await this.rewrite(lockChainKey(this.name as LedgerId), (item) =>
      Object.assign(item, { count, last }),
    );
  }

  /** The items of a partition whose sort keys begin so. */
  async itemsOf(pk: string, beginning = ""): Promise<Item[]> {
    const { queryAll } = await import("../../../../shared/platform/dynamodb/client.ts");
    return queryAll({
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": pk },
      ConsistentRead: true,
    }).then((items) => items.filter(({ sk }) => String(sk).startsWith(beginning)));
  }

  /** Adds to a sum, in whichever shard it is. */
  async addToSum(partition: string, key: string, more: Readonly<Record<string, number>>) {
    const [shard = {}] = await this.itemsOf(`T#${this.name}#${partition}`, `${key}#`);
    const added = Object.entries(more).map(([name, by]) => [name, Number(shard[name] ?? 0) + by]);
    await this.put({ ...shard, ...Object.fromEntries(added) });
  }

  /** Overwrites a file of the bucket. */
  async overwrite(Key: string, Body = "forged\n"): Promise<void> {
    const { PutObjectCommand } = await import("@aws-sdk/client-s3");
    const { bucketName, s3 } = await import("../../../../shared/platform/s3/client.ts");
    await s3.send(new PutObjectCommand({ Bucket: bucketName(), Key, Body }));
  }
}

const OPENING = {
  currency: "EUR",
  filed_at: "2023-04-20",
  member_states: [
    {
      member_state_of_consumption: "FR",
      taxable_amount_minor: 10_000,
      vat_amount_minor: 2_000,
    },
  ],
};
