import { describe, expect, it } from "vitest";
import { fingerprintOf } from "../../../shared/core/hash.ts";
import type { EventId } from "../../../shared/core/ids.ts";
import { linesOf } from "../../../shared/operations/audit/findings.ts";
import { eventKey, transactionKey } from "../../../shared/platform/table/keys.ts";
import { makeSale, type SentEvent } from "../../make/supply-event.ts";
import { type Account, call } from "../../stack/api.ts";
import { auditOf, LATE_2025 } from "../../stack/audit.ts";
import { calculatedBatch, orderOf, sendBatch } from "../../stack/calculation-batches.ts";
import {
  calculated,
  commitOf,
  makeCalculation,
  transactionPath,
} from "../../stack/calculations.ts";
import {
  commit,
  committed,
  newSeller,
  type Refusal,
  shown,
  summaryOf,
} from "../../stack/seller.ts";
import { settleRecount } from "../../stack/settle.ts";
import { rewrite } from "../../stack/tampering.ts";

/*
 * Until 2026-11-28 events and calculations had the field `deemed_supplier`, which was another spelling of the role.
 * Requests with it are rejected. What was stored with it keeps its role, its sums and its fingerprint.
 */
const REASON =
  'no longer taken; send supplier_role "deemed_supplier", or nothing if the account itself sells';

describe("deemed_supplier in a request is rejected with the field to send instead", () => {
  const sale = { ...makeSale(), deemed_supplier: false };
  const supply = { supply_kind: "goods", dispatch_country: "SE", deemed_supplier: true };
  const event_id = "order-1";
  it.for<[what: string, path: string, body: object, field: string]>([
    ["an event", "/v1/supply-events", sale, "deemed_supplier"],
    ["a batch", "/v1/supply-events", { events: [makeSale(), sale] }, "events.1.deemed_supplier"],
    ["a calculation", "/v1/vat/calculate", makeCalculation({ supply }), "supply.deemed_supplier"],
    [
      "a batch of calculations",
      "/v1/vat/calculate",
      { items: [orderOf(event_id, { supply })] },
      "items.0.supply.deemed_supplier",
    ],
    [
      "a calculation that is committed at once",
      "/v1/vat/calculate",
      { items: [orderOf(event_id, {}, { deemed_supplier: true })] },
      "items.0.commit.deemed_supplier",
    ],
  ])("%s", async ([, path, body, field]) => {
    const seller = await newSeller();
    const { status, body: answer } = await call<Refusal>(seller.full, "POST", path, body);
    expect(status).toBe(400);
    expect(answer.details).toMatchObject([{ field, message: REASON }]);
  });

  it("the commit of a calculation", async () => {
    const seller = await newSeller();
    const { transaction_id } = await calculated(seller);
    const body = { event_id, event_type: "sale", supply_kind: "goods", deemed_supplier: true };
    const answer = await commitOf(seller, transaction_id, body);
    expect(answer).toMatchObject({
      status: 400,
      body: { details: [{ field: "deemed_supplier", message: REASON }] },
    });
  });
});

type Role = Pick<SentEvent, "supplier_role">;
type OlderRole = Role & { readonly deemed_supplier: boolean };

/** A sale within Germany: its role decides whether the return has it. */
const saleOf = (role: Role): SentEvent => makeSale({ dispatch_country: "DE", ...role });

const DEEMED: Role = { supplier_role: "deemed_supplier" };
const SELLER: Role = { supplier_role: "seller" };
const UNDERLYING: Role = { supplier_role: "underlying_seller" };

/** Stores a sale as the service did until 2026-11-28, when its caller had sent the role in this form. */
async function storedBefore(seller: Account, role: Role, sent: OlderRole): Promise<void> {
  await committed(seller, saleOf(role));
  await rewrite(eventKey(seller.account, "sale-1" as EventId), (item) => {
    item["deemed_supplier"] = role === DEEMED;
    item["fingerprint"] = fingerprintOf({ ...saleOf({}), ...sent });
  });
}

describe("an event that was stored with deemed_supplier", () => {
  it.for<[Role, OlderRole, VAT: number, repeats: readonly Role[], others: readonly Role[]]>([
    [DEEMED, { deemed_supplier: true }, 1_900, [DEEMED], [{}, SELLER, UNDERLYING]],
    [DEEMED, { ...DEEMED, deemed_supplier: false }, 1_900, [DEEMED], [{}, SELLER, UNDERLYING]],
    [DEEMED, { ...DEEMED, deemed_supplier: true }, 1_900, [DEEMED], [{}, SELLER, UNDERLYING]],
    [SELLER, { deemed_supplier: false }, 0, [{}, SELLER], [DEEMED, UNDERLYING]],
    [SELLER, { ...SELLER, deemed_supplier: false }, 0, [{}, SELLER], [DEEMED, UNDERLYING]],
    [UNDERLYING, { ...UNDERLYING, deemed_supplier: false }, 0, [UNDERLYING], [{}, SELLER, DEEMED]],
  ])("of %o, sent as %o, is the same event", async ([role, sent, vat, repeats, others]) => {
    const seller = await newSeller("DE");
    await storedBefore(seller, role, sent);
    const { body: event } = await shown(seller, "sale-1");
    expect(event.supplier_role).toBe(role.supplier_role);
    expect(event).not.toHaveProperty("deemed_supplier");
    for (const repeat of repeats) {
      expect(await committed(seller, saleOf(repeat))).toMatchObject([{ status: "duplicate" }]);
    }
    for (const other of others) {
      const refused = await commit(seller, saleOf(other));
      expect(refused).toMatchObject({ status: 409, body: { error: "event_conflict" } });
    }
    const profile = { establishment_country: "DE", fixed_establishments: [] };
    expect((await call(seller.full, "PUT", "/v1/account", profile)).status).toBe(200);
    await settleRecount(seller.account);
    expect((await shown(seller, "sale-1")).body.treatment).toBe(event.treatment);
    expect((await summaryOf(seller, "2025-Q3")).totals.payable_vat_minor).toBe(vat);
    expect(linesOf(await auditOf(seller.account, LATE_2025))).toEqual([]);
  });
});

describe("a calculation that was stored with deemed_supplier", () => {
  it("has the role, and so has its event", async () => {
    const seller = await newSeller("DE");
    const supply = { supply_kind: "goods", dispatch_country: "DE", ...DEEMED };
    const { transaction_id: id } = await calculated(seller, { supply });
    await rewrite(transactionKey(seller.account, id), (item) => {
      const { supplier_role, ...others } = item["supply"] as Record<string, unknown>;
      item["supply"] = { ...others, deemed_supplier: supplier_role === "deemed_supplier" };
    });
    const { body } = await call<{ supply: object }>(seller.readOnly, "GET", transactionPath(id));
    expect(body.supply).toMatchObject(DEEMED);
    expect(body.supply).not.toHaveProperty("deemed_supplier");
    await commitOf(seller, id, { event_id: "order-1", event_type: "sale" });
    expect((await shown(seller, "order-1")).body).toMatchObject(DEEMED);
  });

  it("is not calculated a second time when its batch is repeated", async () => {
    const seller = await newSeller();
    const [first] = await calculatedBatch(seller, [orderOf("order-1")]);
    await rewrite(
      transactionKey(seller.account, String(first?.transaction.transaction_id)),
      (item) => {
        // The fingerprint of this request on 2026-11-27.
        item["asked"] = "afd3b63c984ad889faa1a39de45e3194cc3be24940fc6bb7b5c7413367bf18ef";
      },
    );
    const [repeated] = await calculatedBatch(seller, [orderOf("order-1")]);
    expect(repeated).toMatchObject({
      transaction: { transaction_id: first?.transaction.transaction_id },
      events: [{ status: "duplicate" }],
    });
    const other = orderOf("order-1", { supply: { supply_kind: "goods", dispatch_country: "PL" } });
    expect((await sendBatch(seller, [other])).status).toBe(409);
  });
});
