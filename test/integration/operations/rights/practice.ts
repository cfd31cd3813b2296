import {
  acceptInvitation,
  createClients,
  invite,
} from "../../../../shared/accounts/people/manage-organisations.ts";
import type { AuthorId, LedgerId } from "../../../../shared/core/ids.ts";
import type { Key } from "../../../../shared/platform/table/keys.ts";
import { makeSale } from "../../../make/supply-event.ts";
import { callAt } from "../../../stack/api.ts";
import { noteSecrets, secretOf } from "../../../stack/kept-logs.ts";
import { newPerson, newPractice, type SignedIn } from "../../../stack/people.ts";
import { type Item, itemAt, putItem, removeItem, rewrite } from "../../../stack/tampering.ts";

type Shown = Readonly<Record<string, unknown>>;

const PERIOD = "2025-Q3";
const UNION = { scheme_type: "union_oss", member_state_identification: "SE", status: "active" };

/** What a practice has. */
type Made = {
  readonly id: string;
  readonly account: LedgerId;
  readonly owner: SignedIn;
  readonly viewer: SignedIn;
  /** A key that works, and one that was revoked. */
  readonly key: AuthorId;
  readonly stopped: AuthorId;
  readonly connection: string;
  readonly invitation: string;
};

/** A practice with one of every right, and ways to change them past the service. */
export class Practice {
  readonly made: Made;

  private constructor(made: Made) {
    this.made = made;
  }

  static async begin(url: string): Promise<Practice> {
    const [owner, viewer] = [await newPerson("owner"), await newPerson("viewer")];
    const { id, account } = await newPractice(owner);
    const now = new Date();
    const by = { person: owner.id, now };
    await createClients(id, [{ name: "Another" }], by);
    const { token } = await invite(id, { role: "viewer" }, by);
    await acceptInvitation(token, { person: viewer.id, now });
    const open = await invite(id, { role: "viewer" }, by);
    const ask = async (method: "POST" | "PUT" | "DELETE", path: string, body?: object) => {
      const answer = await callAt<Shown>(url, undefined, method, path, body, owner.at(account));
      if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
      return answer.body;
    };
    await ask("PUT", "/v1/account", { establishment_country: "SE" });
    await ask("POST", "/v1/tax-registrations", { ...UNION, effective_from: "2021-07-01" });
    await ask("POST", "/v1/supply-events", makeSale());
    await ask("POST", `/v1/reports/locked-return-periods/union-oss?period=${PERIOD}`);
    const paid = { paid_on: "2025-10-20", amount_minor: 1_000 };
    await ask("POST", `/v1/returns/union-oss/${PERIOD}/paid`, paid);
    const keys = [];
    for (const name of ["a", "b"]) {
      const key = await ask("POST", "/v1/api-keys", { name, scope: "read-only" });
      noteSecrets([secretOf(String(key["api_key"]))]);
      keys.push(String(key["id"]) as AuthorId);
    }
    const [key, stopped] = keys as [AuthorId, AuthorId];
    await ask("DELETE", `/v1/api-keys/${stopped}`);
    const shop = { kind: "woocommerce", source_id: "shop", settings: { dispatch_country: "SE" } };
    const connection = String((await ask("POST", "/v1/connections", shop))["id"]);
    const secret = await ask("POST", `/v1/connections/${connection}/secret`);
    noteSecrets([String(secret["secret"])]);
    const { invitation } = open.invitation;
    return new Practice({ id, account, owner, viewer, key, stopped, connection, invitation });
  }

  item = (key: Key): Promise<Item> => itemAt(key);
  put = (item: Item) => putItem(item);
  remove = (key: Key) => removeItem(key);

  /** Changes an item, with the version of a write if it has one. */
  rewrite = (key: Key, change: Item | ((item: Item) => void)) =>
    rewrite(key, (item) => {
      if ("version" in item) item["version"] = Number(item["version"]) + 1;
      if (typeof change === "function") change(item);
      else Object.assign(item, change);
    });

  /** The items of a partition whose sort keys begin so. */
  async itemsOf(pk: string, beginning = ""): Promise<Item[]> {
    const { queryAll } = await import("../../../../shared/platform/dynamodb/client.ts");
    const items = await queryAll({
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": pk },
      ConsistentRead: true,
    });
    return items.filter(({ sk }) => String(sk).startsWith(beginning));
  }
}
