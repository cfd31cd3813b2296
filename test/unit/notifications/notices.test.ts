import { describe, expect, it } from "vitest";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";
import type { Notice } from "../../../shared/notifications/notification.ts";
import type {
  LockMarker,
  MarkersOfPeriod,
  PeriodMarkers,
} from "../../../shared/returns/locks/locked-period.ts";
import { isSettled } from "../../../shared/returns/overview/done-notices.ts";
import {
  dueSoon,
  lateNotices,
  overdueNotice,
  payablePeriod,
  unpaidNotice,
} from "../../../shared/returns/overview/due-notices.ts";
import { IOSS } from "../../../shared/vat/schemes/ioss.ts";
import { UNION_OSS } from "../../../shared/vat/schemes/union-oss.ts";
import type { Registration } from "../../../shared/vat/seller/registration.ts";
import { makeRegistration } from "../../make/registration.ts";

const registrations = [makeRegistration({ id: 1, effective_from: "2021-07-01" as IsoDate })];
const at = (day: string) => new Date(`${day}T08:00:00.000Z`);
const due = (
  day: string,
  marks: PeriodMarkers = new Map(),
  rows = registrations,
  known: Parameters<typeof dueSoon>[2] = [],
) => dueSoon(UNION_OSS, { registrations: rows, markers: marks }, known, at(day));

const marked = (more: Partial<MarkersOfPeriod>): PeriodMarkers =>
  new Map([["u2026-Q3", { changes: 0, locks: [], openings: [], ...more }]]);

const lock = { registration_id: 1, period_key: "2026-Q3", changes_seen: 2 } as LockMarker;

describe("dueSoon", () => {
  it.for([
    ["2026-10-20", undefined],
    ["2026-10-21", "due-union-oss-2026-Q3"],
    ["2026-10-31", "due-union-oss-2026-Q3"],
    ["2026-11-01", undefined],
    ["2027-01-25", "due-union-oss-2026-Q4"],
  ] as const)("on %s tells %s", ([day, id]) => {
    expect(due(day)?.id).toBe(id);
  });

  it("says of what, and until when", () => {
    expect(due("2026-10-25")).toEqual({
      id: "due-union-oss-2026-Q3",
      kind: "return.due_soon",
      created_at: "2026-10-25T08:00:00.000Z",
      scheme_type: "union_oss",
      period_key: "2026-Q3",
      filing_due_date: "2026-10-31",
      days_before: 10,
    });
  });

  it("comes again three days and one day before the due day, once each", () => {
    const again = (day: string, days_before: number) => {
      const notice = due("2026-10-21");
      return notice && due(day, undefined, undefined, [{ ...notice, days_before }])?.days_before;
    };
    expect(again("2026-10-27", 10)).toBeUndefined();
    expect(again("2026-10-28", 10)).toBe(3);
    expect(again("2026-10-29", 3)).toBeUndefined();
    expect(again("2026-10-30", 3)).toBe(1);
    expect(again("2026-10-30", 10)).toBe(1);
    expect(again("2026-10-31", 1)).toBeUndefined();
  });

  it("goes by months where the scheme does", () => {
    const rows = [
      makeRegistration({ scheme_type: "ioss", effective_from: "2021-07-01" as IsoDate }),
    ];
    const ground = { registrations: rows, markers: new Map() };
    const notice = dueSoon(IOSS, ground, [], at("2026-11-25"));
    expect(notice).toMatchObject({ period_key: "2026-10", filing_due_date: "2026-11-30" });
  });

  it("tells nothing of what is locked, was filed elsewhere, or makes no return", () => {
    expect(due("2026-10-25", marked({ locks: [lock] }))).toBeUndefined();
    const openings = [
      {
        ...lock,
        return_currency: "EUR" as const,
        member_state_identification: "SE",
        withdrawn: false,
      },
    ];
    expect(due("2026-10-25", marked({ openings }))).toBeUndefined();
    expect(due("2026-10-25", new Map(), [])).toBeUndefined();
    const later = [makeRegistration({ effective_from: "2026-10-01" as IsoDate })];
    expect(due("2026-10-25", new Map(), later)).toBeUndefined();
  });

  it("tells of the other return, where two registrations share a period", () => {
    const rows = [
      makeRegistration({ id: 1, effective_to: "2026-08-15" as IsoDate, status: "ended" }),
      makeRegistration({ id: 2, effective_from: "2026-08-16" as IsoDate }),
    ];
    expect(due("2026-10-25", marked({ locks: [lock] }), rows)?.period_key).toBe("2026-Q3");
  });
});

describe("overdueNotice", () => {
  const filedLock = {
    period_key: "2026-Q3",
    registration_id: 1,
    filed: { filed_on: "2026-10-20" },
  };
  const overdue = (
    day: string,
    known: readonly unknown[] = [],
    marks: PeriodMarkers = new Map(),
    locks: readonly unknown[] = [],
  ) =>
    overdueNotice(
      UNION_OSS,
      {
        registrations: [makeRegistration({ id: 1, effective_from: "2023-10-01" as IsoDate })],
        markers: marks,
        locks: locks as never,
      },
      known as never,
      at(day),
    );

  it("names the twelve returns of three years in which nothing was filed", () => {
    const notice = overdue("2026-11-01");
    expect(notice?.period_keys).toHaveLength(12);
    expect([notice?.period_keys[0], notice?.period_keys.at(-1)]).toEqual(["2023-Q4", "2026-Q3"]);
    expect(notice).toMatchObject({ period_key: "2023-Q4", filing_due_date: "2024-01-31" });
  });

  it("comes the day after the due day, and weekly while something is overdue", () => {
    expect(overdue("2024-01-31")).toBeUndefined();
    const first = overdue("2024-02-01");
    expect(first?.period_keys).toEqual(["2023-Q4"]);
    expect(overdue("2024-02-07", [first])).toBeUndefined();
    expect(overdue("2024-02-08", [first])?.id).toBe("overdue-union-oss");
  });

  it("comes at once when a further return is overdue, and not for what was filed", () => {
    const before = overdue("2026-10-30");
    expect(before?.period_keys).toHaveLength(11);
    expect(overdue("2026-11-01", [before])?.period_keys).toHaveLength(12);
    const locked = marked({ locks: [lock] });
    expect(overdue("2026-11-01", [before], locked)?.period_keys).toHaveLength(12);
    expect(overdue("2026-11-01", [before], locked, [filedLock])).toBeUndefined();
    const openings = [
      {
        ...lock,
        return_currency: "EUR" as const,
        member_state_identification: "SE",
        withdrawn: false,
      },
    ];
    expect(overdue("2026-11-01", [before], marked({ openings }))).toBeUndefined();
  });
});

describe("unpaidNotice", () => {
  const period = payablePeriod(UNION_OSS, "2026-11-01" as IsoDate);
  const locked = {
    ...{ period_key: "2026-Q3", registration_id: 1, return_currency: "EUR" },
    totals: { payable_vat_minor: 1900 },
  };
  const unpaid = (
    paid: number,
    { payable = 1900, known = [] as readonly Notice[], day = "2026-11-01" } = {},
  ) => {
    if (!period) throw new Error("no period");
    const payments = [{ ...locked, payments: [{ amount_minor: paid }] }] as never;
    const locks = [{ ...locked, totals: { payable_vat_minor: payable } }] as never;
    return unpaidNotice(UNION_OSS, { period, locks, payments }, known, at(day));
  };

  it("is of the return whose due day is over, for thirty days", () => {
    const payable = (day: string) => payablePeriod(UNION_OSS, day as IsoDate)?.key;
    expect(payable("2026-10-31")).toBeUndefined();
    expect(payable("2026-11-01")).toBe("2026-Q3");
    expect(payable("2026-11-30")).toBe("2026-Q3");
    expect(payable("2026-12-01")).toBeUndefined();
  });

  it("comes weekly while less is recorded than is payable", () => {
    expect(unpaid(1899)).toEqual({
      id: "unpaid-union-oss-2026-Q3",
      kind: "return.unpaid",
      created_at: "2026-11-01T08:00:00.000Z",
      scheme_type: "union_oss",
      period_key: "2026-Q3",
      payable: [{ period_key: "2026-Q3", currency: "EUR", minor: 1, is_locked: true }],
      filing_due_date: "2026-10-31",
    });
    expect(unpaid(1900)).toBeUndefined();
    expect(unpaid(0, { payable: 0 })).toBeUndefined();
    const known = [unpaid(0)].flatMap((one) => (one ? [one] : []));
    expect(unpaid(0, { known, day: "2026-11-07" })).toBeUndefined();
    expect(unpaid(0, { known, day: "2026-11-08" })?.id).toBe("unpaid-union-oss-2026-Q3");
    expect(unpaid(1900, { known, day: "2026-11-08" })).toBeUndefined();
  });
});

describe("isSettled", () => {
  const own = { period_key: "2026-Q3", registration_id: 1, totals: { payable_vat_minor: 1900 } };
  const filed = { ...own, filed: { filed_on: "2026-10-20" } };
  const settled = (stored: object, paid = 0, notice: object = { kind: "return.due_soon" }) =>
    isSettled(UNION_OSS, { ...own, ...notice } as never, {
      registrations,
      markers: marked({ locks: [lock] }),
      locks: [stored] as never,
      payments: [{ ...own, payments: [{ amount_minor: paid }] }] as never,
    });

  it("is true of a return once it is filed and paid in full", () => {
    expect(settled(own, 1900)).toBe(false);
    expect(settled(filed, 1899)).toBe(false);
    expect(settled(filed, 1900)).toBe(true);
    expect(settled({ ...own, submitted_on: "2026-10-20" }, 1900)).toBe(true);
    expect(settled({ ...filed, totals: { payable_vat_minor: 0 } })).toBe(true);
  });

  it("asks for all returns that the notice names", () => {
    const overdue = (...period_keys: string[]) => ({ kind: "return.overdue", period_keys });
    expect(settled(filed, 1900, overdue("2026-Q3"))).toBe(true);
    expect(settled(filed, 1900, overdue("2026-Q2", "2026-Q3"))).toBe(false);
  });
});

describe("lateNotices", () => {
  const days_in_force = "";
  const late = (changes: number, known: readonly unknown[], day = "2026-12-01") => {
    const locks = [{ ...lock, days_in_force } as LockMarker];
    const ground = { registrations: [], markers: marked({ changes, locks }) };
    return lateNotices(UNION_OSS, ground, known as never, at(day));
  };

  it("tells of a locked period whose sums have changed, once", () => {
    expect(late(2, [])).toEqual([]);
    const [notice] = late(3, []);
    expect(notice).toEqual({
      id: "late-union-oss-2026-Q3",
      kind: "late_change.recorded",
      created_at: "2026-12-01T08:00:00.000Z",
      scheme_type: "union_oss",
      period_key: "2026-Q3",
      changes: 3,
      directly: true,
    });
    expect(late(3, [notice], "2027-01-01")).toEqual([]);
  });

  it("says if a later return of the same registration declares them", () => {
    const state = "SE";
    const own = {
      return_currency: "EUR" as const,
      member_state_identification: state,
      late_changes: [],
    };
    const locks = [{ ...lock, ...own, days_in_force } as unknown as LockMarker];
    const rows = [{ ...registrations[0], member_state_identification: state } as Registration];
    const notifiedOn = (day: string) =>
      lateNotices(
        UNION_OSS,
        { registrations: rows, markers: marked({ changes: 3, locks }) },
        [],
        at(day),
      ).map(({ directly = false }) => directly);
    expect(notifiedOn("2026-12-01")).toEqual([false]);
    // The return of 2026-Q4 may still be handed in, three years later as well.
    expect(notifiedOn("2030-06-01")).toEqual([false]);
  });

  it("tells again of more of them, a day later at the earliest, under the same id", () => {
    const [notice] = late(3, []);
    expect(late(4, [notice])).toEqual([]);
    expect(late(4, [notice], "2026-12-02")).toMatchObject([{ id: notice?.id, changes: 4 }]);
  });
});
