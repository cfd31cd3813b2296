import { expect, it } from "vitest";
import { periodsOf, periodToShow } from "../../../console/src/period/period-choice.ts";
import { addressOf, type Page, pageAt } from "../../../console/src/shell/page.ts";
import type { IsoDate } from "../../../shared/core/calendar/dates.ts";

it.for<Page>([
  { name: "overview" },
  { name: "notifications" },
  { name: "review" },
  { name: "review", kind: "refund_above_sale", period: "2026-Q3" },
  { name: "webhooks" },
  { name: "rates" },
  { name: "filing", scheme: "union-oss", period: "2026-Q2" },
  { name: "sheet", scheme: "union-oss", period: "2026-Q2" },
  { name: "period", scheme: "union-oss", period: "2026-Q2" },
  { name: "period", scheme: "ioss", period: "2026-05" },
  { name: "period", scheme: "non-union-oss", period: undefined },
])("the address of a page leads back to it: %o", (page) => {
  expect(pageAt(addressOf(page))).toEqual(page);
});

it("an address that names no page leads to the overview, and half of one as far as it goes", () => {
  expect(["", "#", "#/", "#/nothing", "#link=vat_live_x"].map(pageAt)).toEqual(
    Array(5).fill({ name: "overview" }),
  );
  expect(pageAt("#/period/moon")).toEqual({
    name: "period",
    scheme: "union-oss",
    period: undefined,
  });
  // The page says that there is no such period, and shows another one.
  expect(pageAt("#/period/ioss/2099-Q9-and-more")).toMatchObject({ period: "2099-Q9-and-" });
});

it("periods go back to the first day of the schemes, quarters or months as the scheme has them", () => {
  const today = "2022-02-10" as IsoDate;
  expect(periodsOf("union-oss", today).map(({ key }) => key)).toEqual([
    "2022-Q1",
    "2021-Q4",
    "2021-Q3",
  ]);
  expect(periodsOf("ioss", today).at(-1)?.key).toBe("2021-07");
});

it("the period that ended last is shown unless one of the scheme is chosen", () => {
  const now = new Date("2026-11-22T12:00:00Z");
  expect(periodToShow("union-oss", undefined, now)).toBe("2026-Q3");
  expect(periodToShow("union-oss", "2026-Q1", now)).toBe("2026-Q1");
  expect(periodToShow("ioss", "2026-Q1", now)).toBe("2026-10");
  expect(periodToShow("union-oss", "2031-Q1", now)).toBe("2026-Q3");
});
