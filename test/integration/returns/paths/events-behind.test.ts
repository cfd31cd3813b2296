import { beforeAll, describe, expect, it } from "vitest";
import type { Return } from "../../../../shared/returns/schema.ts";
import { type Account, call } from "../../../stack/api.ts";
import type { EventList } from "../../../stack/seller.ts";
import { eachNth } from "../../../stack/soak.ts";
import { CASES, got, sellerOf } from "./sellers.ts";

describe.for(eachNth(3, CASES))("the events of a return in $slug", (one) => {
  let seller: Account;
  beforeAll(async () => {
    seller = await sellerOf(one);
  });
  const path = `/v1/returns/${one.slug}/${one.period}`;

  const sourceEventsOf = async (figure: object, more = "") => {
    const named = Object.entries(figure).filter(([, value]) => value !== null);
    const texts = named.map(([field, value]) => [field, String(value)] as [string, string]);
    const query = new URLSearchParams(texts);
    return got<EventList>(seller, `${path}/events?${query}${more}`);
  };
  const idsOf = async (figure: object) =>
    (await sourceEventsOf(figure)).items.map(({ event_id }) => event_id).sort();

  it("are as many for each row, correction and warning as it counts", async () => {
    const report = await got<Return>(seller, path);
    for (const row of report.rows) {
      const { items } = await sourceEventsOf({
        section: row.section,
        member_state_of_consumption: row.member_state_of_consumption,
        vat_rate_bps: row.vat_rate_bps,
        supply_kind: row.supply_kind,
        from_member_state: row.from_member_state,
        rate_category: row.rate_category,
      });
      expect(items).toHaveLength(row.event_count);
    }
    for (const {
      original_period,
      member_state_of_consumption,
      event_count,
    } of report.corrections) {
      const figure = { original_period, member_state_of_consumption };
      expect((await sourceEventsOf(figure)).items).toHaveLength(event_count);
    }
    for (const { code, count } of report.warnings) {
      expect((await sourceEventsOf({ warning: code })).items).toHaveLength(count);
    }
    expect((await sourceEventsOf({})).items).toHaveLength(report.total_source_event_count);
  });

  it("are the very ones", async () => {
    const german = ["de-1", "de-1-back", "de-2", "de-usd"];
    expect(await idsOf({ member_state_of_consumption: "DE", vat_rate_bps: 1_900 })).toEqual(german);
    expect(await idsOf({ member_state_of_consumption: "DE", rate_category: "reduced" })).toEqual([
      "de-reduced",
    ]);
    expect(await idsOf({ member_state_of_consumption: "FR" })).toEqual(["fr"]);
    expect(await idsOf({ warning: "needs_review_excluded" })).toEqual(["unsure"]);
    const corrected = one.period.includes("Q") ? "2025-Q2" : "2025-07";
    expect(await idsOf({ original_period: corrected })).toEqual(["before-back"]);
    expect(await idsOf({ member_state_of_consumption: "DE", vat_rate_bps: 2_000 })).toEqual([]);
    const rows = [...german, "de-reduced"].sort();
    expect(await idsOf({ member_state_of_consumption: "DE", part: "rows" })).toEqual(rows);
    expect(await idsOf({ member_state_of_consumption: "DE", part: "corrections" })).toEqual([
      "before-back",
    ]);
    expect(await idsOf({ member_state_of_consumption: "DE" })).toEqual(
      [...rows, "before-back"].sort(),
    );
  });

  it("come page after page, each once", async () => {
    const ids: string[] = [];
    let cursor: string | null = "";
    do {
      const page: EventList = await sourceEventsOf(
        { member_state_of_consumption: "DE" },
        `&limit=2&${cursor}`,
      );
      ids.push(...page.items.map(({ event_id }) => event_id));
      cursor = page.next_cursor && `cursor=${page.next_cursor}`;
    } while (cursor !== null);
    expect(ids.toSorted()).toEqual(await idsOf({ member_state_of_consumption: "DE" }));
    expect(new Set(ids).size).toBe(6);
  });

  it.for([
    "warning=needs_reviw_excluded",
    "warning=correction_without_original",
    "warning=needs_review_excluded&member_state_of_consumption=DE",
    "warning=needs_review_excluded&original_period=2025-Q2",
    "original_period=2025-Q2&vat_rate_bps=1900",
    "part=balances",
    "part=corrections&vat_rate_bps=1900",
    "part=rows&original_period=2025-Q2",
    "section=2e",
    "member_state_of_consumption=US",
    "vat_rate_bps=-1",
    "late=yes",
    "late=true&warning=needs_review_excluded",
    "limit=0",
    "cursor=x",
  ])("are refused for %s", async (query) => {
    const answer = await call(seller.readOnly, "GET", `${path}/events?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { error: "invalid_request" } });
  });

  it("are refused for a cursor of another figure, and a warning of another scheme", async () => {
    const { next_cursor } = await sourceEventsOf({ member_state_of_consumption: "DE" }, "&limit=2");
    const foreign =
      one.slug === "ioss" ? "unsupported_supply_kind_excluded" : "excise_goods_excluded";
    for (const query of [
      `member_state_of_consumption=FR&cursor=${next_cursor}`,
      `warning=${foreign}`,
    ]) {
      const answer = await call(seller.readOnly, "GET", `${path}/events?${query}`);
      expect(answer).toMatchObject({ status: 400, body: { error: "invalid_request" } });
    }
  });
});
