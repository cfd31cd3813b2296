import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { accessOf } from "../../../infra/function-access.ts";
import type { IsoDate } from "../../../shared/calendar/iso-date.ts";
import { jobs } from "../../../shared/jobs/jobs.ts";
import { atHand } from "../../make/author.ts";
import { inParcel } from "../../make/consignment.ts";
import { dailyXml, historyXml, makeDay } from "../../make/ecb-xml.ts";
import { makeSale, makeService } from "../../make/supply-event.ts";
import { startEcbServer } from "../../stack/ecb-server.ts";
import { tableOfOwn } from "../../stack/table-of-own.ts";
import { onTableRequests } from "../../stack/table-requests.ts";
import { usesOf } from "../../stack/table-use.ts";
import { todayWithTimeLeft } from "../../stack/today.ts";

/*
 * What the jobs ask of the table is held against their rows, as global-setup.ts does for the routes:
 * on AWS a function is refused whatever its row does not declare.
 */
const touched = new Set<string>();
let rateReads = 0;
onTableRequests((all) => {
  for (const { operation, family } of all) touched.add(`${operation} ${family}`);
  rateReads += all.filter(({ family }) => family === "rates").length;
});

const today = await todayWithTimeLeft();
const SELLER = "seller";
const delivery = { Records: [{ messageId: "m1", body: JSON.stringify({ account: SELLER }) }] };

beforeAll(async () => {
  await tableOfOwn();
  const { ensureAccount } = await import("../../../shared/store/accounts.ts");
  const { storeEcbDays } = await import("../../../shared/store/exchange-rates.ts");
  const { commit } = await import("../../make/committed.ts");
  const supply_date = today;
  await ensureAccount(SELLER, new Date());
  await storeEcbDays([{ day: "2026-01-02" as IsoDate, rates: { SEK: "10" } }], new Date());
  await commit(SELLER, [
    makeSale({ event_id: "sale", supply_date, taxable_amount_minor: 2_000_000 }),
    makeSale({ event_id: "in-krona", supply_date, currency: "SEK" }),
    makeSale({
      event_id: "refund",
      event_type: "refund",
      original_event_id: "sale",
      supply_date,
      taxable_amount_minor: 100,
    }),
    inParcel("in-a-parcel", 10_000, { supply_date }),
  ]);
});

beforeEach(() => touched.clear());

function expectDeclared(job: keyof typeof jobs): void {
  const declared = usesOf(accessOf(jobs[job].table));
  expect([...touched].filter((use) => !declared.includes(use))).toEqual([]);
  expect([...touched]).not.toEqual([]);
}

it("dispatchAccounts", async () => {
  const { dispatchTo } = await import("../../../functions/threshold/dispatch-accounts.ts");
  const sent: string[] = [];
  await dispatchTo(async (accounts) => void sent.push(...accounts))();
  expect(sent).toEqual([SELLER]);
  expectDeclared("dispatchAccounts");
  expectDeclared("dispatchAudits");
  expectDeclared("dispatchRecounts");
});

it("checkAccount", async () => {
  const { checkWith } = await import("../../../functions/threshold/check-account.ts");
  const publish = vi.fn(async () => {});
  const check = checkWith(publish);
  expect(await check(delivery)).toEqual({ batchItemFailures: [] });
  expect(publish).toHaveBeenCalled();
  expectDeclared("checkAccount");
  expect(rateReads).toBeGreaterThan(0);
  rateReads = 0;
  expect(await check(delivery)).toEqual({ batchItemFailures: [] });
  expect(rateReads).toBe(0);
});

it("refreshRates", async () => {
  const ecb = await startEcbServer();
  vi.stubEnv("ECB_BASE_URL", ecb.url);
  const friday = makeDay("2026-11-20", { USD: "1.1610" });
  ecb.files.set("eurofxref-daily.xml", dailyXml(friday));
  ecb.files.set("eurofxref-hist-90d.xml", historyXml([friday]));
  const { refreshRates } = await import("../../../functions/exchange-rates/refresh-rates.ts");
  const refresh = () => refreshRates(new Date("2026-11-20T17:05:00Z"));
  expect(await refresh()).toMatchObject({ stored: 1 });
  ecb.files.set("eurofxref-daily.xml", dailyXml(makeDay("2026-11-20", { USD: "1.1700" })));
  ecb.files.delete("eurofxref-hist-90d.xml");
  expect(await refresh()).toMatchObject({ corrected: 1 });
  vi.unstubAllEnvs();
  await ecb.close();
  expectDeclared("refreshRates");
});

it("auditAccount", async () => {
  const { auditWith } = await import("../../../functions/ledger/audit-account.ts");
  const bodies: string[] = [];
  const send = async (more: readonly string[]) => void bodies.push(...more);
  expect(await auditWith(send, 0)(delivery)).toEqual({ batchItemFailures: [] });
  expect(bodies).not.toEqual([]);
  const Records = bodies.map((body) => ({ messageId: body, body }));
  expect(await auditWith(send, 0)({ Records })).toEqual({ batchItemFailures: [] });
  expectDeclared("auditAccount");
});

it("recountAccount", async () => {
  const { recountWith } = await import("../../../functions/ledger/recount-account.ts");
  const { updatePlacingProfile } = await import("../../../shared/store/account-profiles.ts");
  const { establishment_country, ...service } = makeService({ supply_date: today });
  const { commit } = await import("../../make/committed.ts");
  await commit(SELLER, [
    { ...service, event_id: "service" },
    // Of a period that is over: its sums are marked.
    { ...service, event_id: "earlier", supply_date: "2025-08-01" as IsoDate },
  ]);
  const rows = [{ establishment_country: "DE", fixed_establishments: [] }];
  await updatePlacingProfile(SELLER, (seen) => ({ ...seen, rows }), atHand());
  touched.clear();
  const send = vi.fn(async () => {});
  const stopped = { now: () => 0, pause: async () => {} };
  // What takes longer than a run is sent on; the second run is later than anything under way.
  expect(await recountWith(send, stopped)(delivery)).toEqual({ batchItemFailures: [] });
  const { later } = await import("../../stack/settle.ts");
  expect(await recountWith(send, later())(delivery)).toEqual({ batchItemFailures: [] });
  expect(send).toHaveBeenCalledExactlyOnceWith([SELLER]);
  expectDeclared("recountAccount");
});
