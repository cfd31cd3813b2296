import fc from "fast-check";
import { expect, it, test } from "vitest";
import { dayNamedBy } from "../../../../shared/vat/tax-classes/schema.ts";

test.for([
  ["2026-09-30", "2026-09-30"],
  ["2024-02-29", "2024-02-29"],
  ["2026-09-30T00:00:00Z", "2026-09-30"],
  ["2026-09-30T23:59:59.999Z", "2026-09-30"],
  ["2026-09-30t23:59:59z", "2026-09-30"],
  ["2026-10-01T01:30:00+02:00", "2026-09-30"],
  ["2026-10-01T02:00:00+02:00", "2026-10-01"],
  ["2026-09-30T22:00:00-02:00", "2026-10-01"],
  ["2026-09-30T21:59:59-02:00", "2026-09-30"],
  ["2026-09-30T12:00:00-00:00", "2026-09-30"],
  ["2026-10-01T01:30:00 02:00", "2026-09-30"],
])("%s is %s", ([text, day]) => expect(dayNamedBy(text as string)).toBe(day));

test.for([
  "",
  "today",
  "2026-9-30",
  "20260930",
  "2026-02-29",
  "2026-13-01",
  "2026-09-30T12:00:00",
  "2026-09-30T12:00Z",
  "2026-09-30T24:00:00Z",
  "2026-09-30T12:00:00+2",
  "2026-09-30T12:00:00+24:00",
  "2026-02-29T12:00:00Z",
  "2026-09-30 12:00:00Z",
  " 2026-09-30",
  "0001-01-01",
  "9999-12-31",
  "9999-12-31T23:00:00-05:00",
  "1790769600",
])("refuses %j", (text) => expect(dayNamedBy(text)).toBeUndefined());

it("takes an instant for its UTC day, whatever the offset it is written with", () => {
  const instants = fc.date({
    min: new Date("2000-01-01"),
    max: new Date("2100-01-01"),
    noInvalidDate: true,
  });
  const minutes = fc.integer({ min: -(23 * 60 + 59), max: 23 * 60 + 59 });
  fc.assert(
    fc.property(instants, minutes, (instant, offset) => {
      const local = new Date(instant.getTime() + offset * 60_000).toISOString().slice(0, -1);
      const two = (n: number) => String(Math.trunc(Math.abs(n))).padStart(2, "0");
      const written = `${local}${offset < 0 ? "-" : "+"}${two(offset / 60)}:${two(offset % 60)}`;
      expect(dayNamedBy(written)).toBe(instant.toISOString().slice(0, 10));
    }),
  );
});
