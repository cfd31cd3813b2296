import { beforeEach, describe, expect, it, test } from "vitest";
import type { EventId } from "../../../shared/core/ids.ts";
import { eventKey } from "../../../shared/platform/table/keys.ts";
import { makeSale, makeService, type SentEvent } from "../../make/supply-event.ts";
import { type Account, call } from "../../stack/api.ts";
import { auditOf } from "../../stack/audit.ts";
import {
  committed,
  eventPath,
  newSeller,
  type Refusal,
  reclassify,
  shown,
  summaryOf,
  sumsOf,
} from "../../stack/seller.ts";
import { eachNth } from "../../stack/soak.ts";
import { rewrite } from "../../stack/tampering.ts";

let seller: Account;
beforeEach(async () => {
  seller = await newSeller();
});

const CODES = {
  classified: null,
  needs_review: "needs_review_excluded",
  excluded: "classification_excluded",
} as const;
const STATUSES = ["classified", "needs_review", "excluded"] as const;
const LINE = "line|goods|SE|DE|standard|1900|EUR";
const KEYS = {
  classified: LINE,
  needs_review: "excluded|needs_review_excluded|open",
  excluded: "excluded|classification_excluded|rightful",
} as const;
const AMOUNTS = { event_count: 1, taxable_amount_minor: 10_000, vat_amount_minor: 1_900 };

/** What the year's turnover knows of the sale: it counts, it may count, or it does not. */
const YEAR = {
  classified: {
    "day|2025-08-01|EUR": {
      event_count: 1,
      taxable_amount_minor: 10_000,
      taxable_amount_minor_DE: 10_000,
    },
  },
  needs_review: { "day|2025-08-01|EUR": { unreviewed_amount_minor: 10_000 } },
  excluded: {},
} as const;

const expectAudited = async () =>
  expect(await auditOf(seller.account)).toMatchObject({ differences: [], stale_links: [] });

describe("a sale", () => {
  const transitions = STATUSES.flatMap((from) =>
    STATUSES.filter((to) => to !== from).map((to) => [from, to] as const),
  );

  test.for(eachNth(2, transitions))(
    "goes from %s to %s, and its sums with it",
    async ([from, to]) => {
      await committed(seller, makeSale({ classification_status: from }));
      const { status, body } = await reclassify(seller, "sale-1", to, "seen the delivery note");
      expect(status).toBe(200);
      expect(body).toMatchObject({
        classification_status: to,
        classification_reasons: [`${to}_by_review`],
        exclusion_code: CODES[to],
        classification_history: [{ from, to, note: "seen the delivery note" }],
      });
      expect((await shown(seller, "sale-1")).body).toEqual(body);
      const key = KEYS[to];
      expect(await sumsOf(seller, "2025-Q3")).toEqual({ [key]: AMOUNTS });
      const year = await sumsOf(seller, "2025");
      expect(year).toEqual(YEAR[to]);
      expect(await summaryOf(seller, "2025-Q3")).toMatchObject({
        rows: to === "classified" ? [{ taxable_amount_minor: 10_000 }] : [],
        warnings: CODES[to] === null ? [] : [{ code: CODES[to], count: 1 }],
      });
    },
  );

  it("keeps who changed it, when and why, in order", async () => {
    await committed(seller, makeSale());
    const before = new Date().toISOString();
    for (const to of ["needs_review", "excluded", "classified"] as const) {
      await reclassify(seller, "sale-1", to, `to ${to}`);
    }
    const { classification_history: history } = (await shown(seller, "sale-1")).body;
    const keyId = seller.full.split("_")[2];
    expect(history.map(({ from, to, note, key_id }) => [from, to, note, key_id])).toEqual([
      ["classified", "needs_review", "to needs_review", keyId],
      ["needs_review", "excluded", "to excluded", keyId],
      ["excluded", "classified", "to classified", keyId],
    ]);
    const instants = [before, ...history.map(({ at }) => at), new Date().toISOString()];
    expect(instants).toEqual(instants.toSorted());
  });

  it("of the same status again is left as it is", async () => {
    await committed(seller, makeSale());
    const first = await reclassify(seller, "sale-1", "excluded", "once");
    const again = await reclassify(seller, "sale-1", "excluded", "twice");
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(again.body.classification_history).toHaveLength(1);
    await expectAudited();
  });

  it("stays reclassified when its commit is replayed", async () => {
    await committed(seller, makeSale());
    await reclassify(seller, "sale-1", "excluded");
    expect(await committed(seller, makeSale())).toMatchObject([
      { status: "duplicate", classification_status: "excluded" },
    ]);
    expect((await summaryOf(seller, "2025-Q3")).rows).toEqual([]);
  });

  it("for a business is taken into the return when a person says so", async () => {
    await committed(seller, makeSale({ customer_type: "b2b" }));
    await reclassify(seller, "sale-1", "classified", "the number was not valid");
    expect((await summaryOf(seller, "2025-Q3")).included_source_event_count).toBe(1);
  });

  it("is kept under its other exclusions", async () => {
    const zero = { rate_category: "zero", vat_rate_bps: 0, vat_amount_minor: 0 } as const;
    await committed(seller, makeSale({ ...zero, classification_status: "needs_review" }));
    const { body } = await reclassify(seller, "sale-1", "classified");
    expect(body.exclusion_code).toBe("unsupported_rate_category_excluded");
  });

  it.for<[string, SentEvent]>([
    ["goods from nowhere", makeSale({ dispatch_country: undefined })],
    ["a service from nowhere", makeService({ establishment_country: undefined })],
  ])("cannot be classified without a place: %s", async ([, event]) => {
    await committed(seller, event);
    const refused = await reclassify(seller, event.event_id, "classified");
    expect(refused).toMatchObject({
      status: 400,
      body: { error: "invalid_request", details: [{ field: "classification_status" }] },
    });
    expect((await reclassify(seller, event.event_id, "excluded")).status).toBe(200);
    expect((await reclassify(seller, event.event_id, "classified")).status).toBe(400);
    expect((await reclassify(seller, event.event_id, "needs_review")).status).toBe(200);
    expect((await shown(seller, event.event_id)).body.classification_history).toHaveLength(2);
    await expectAudited();
  });
});

describe("the request", () => {
  const ask = (key: string, body: unknown) =>
    call<Refusal>(key, "POST", `${eventPath("sale-1")}/classification`, body);

  it("needs a full key", async () => {
    await committed(seller, makeSale());
    const body = { classification_status: "excluded", note: "x" };
    expect(await ask(seller.readOnly, body)).toMatchObject({
      status: 403,
      body: { error: "insufficient_scope" },
    });
    expect((await shown(seller, "sale-1")).body.classification_history).toEqual([]);
  });

  it("is 404 for an unknown event", async () => {
    const body = { classification_status: "excluded", note: "x" };
    expect(await ask(seller.full, body)).toMatchObject({
      status: 404,
      body: { error: "not_found" },
    });
  });

  it("has an end: a hundred changes", async () => {
    await committed(seller, makeSale());
    const changed = async (to: "classified" | "excluded") =>
      expect((await reclassify(seller, "sale-1", to)).status).toBe(200);
    await changed("excluded");
    await changed("classified");
    // As if both had been made 49 times: each change is a transaction.
    await rewrite(eventKey(seller.account, "sale-1" as EventId), (item) => {
      const both = item["classification_history"] as object[];
      item["classification_history"] = Array.from({ length: 49 }, () => both).flat();
    });
    await changed("excluded");
    await changed("classified");
    const limit = { status: 409, body: { error: "classification_limit_reached" } };
    expect(await reclassify(seller, "sale-1", "needs_review")).toMatchObject(limit);
    // The last change may have been a slip: it can be taken back, and that is the end.
    expect((await reclassify(seller, "sale-1", "excluded")).status).toBe(200);
    expect(await reclassify(seller, "sale-1", "classified")).toMatchObject(limit);
    expect((await shown(seller, "sale-1")).body.classification_status).toBe("excluded");
    await expectAudited();
  });

  it.for(eachNth(2, ["\u200b", " \u00a0\u2003", "\u2060\ufeff", "\u3164", "\u2800"]))(
    "needs a note that can be read, not %j",
    async (note) => {
      await committed(seller, makeSale());
      expect(await reclassify(seller, "sale-1", "excluded", note)).toMatchObject({
        status: 400,
        body: { details: [{ field: "note", message: "must hold something that can be read" }] },
      });
    },
  );

  it("takes a note with joiners in it", async () => {
    await committed(seller, makeSale());
    const note = "seen by \u{1f469}\u200d\u{1f4bb}";
    expect((await reclassify(seller, "sale-1", "excluded", note)).status).toBe(200);
    expect((await shown(seller, "sale-1")).body.classification_history).toMatchObject([{ note }]);
  });
});
