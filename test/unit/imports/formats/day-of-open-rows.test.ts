import { describe, expect, it } from "vitest";
import { textOf, utf8 } from "../../../make/damaged-file.ts";
import { importInMemory } from "../../../make/import-in-memory.ts";
import { SAMPLES } from "../../../make/import-sample.ts";

describe.each(SAMPLES)("$format.name", ({ format, settings, bytes }) => {
  const readAs = async (changed: (text: string) => string) => {
    const rows = await importInMemory(format, settings, utf8(changed(textOf(bytes))));
    return new Map(rows.map((row) => [row.at, row]));
  };

  it("a row that makes no event has the day that its event would have had", async () => {
    const before = await readAs((text) => text);
    const after = await readAs((text) => text.replaceAll(/\b(?:EUR|eur)\b/g, "EU?"));
    const days = [...after.values()].flatMap(({ at, day, outcome }) => {
      const sold = before.get(at)?.outcome;
      if (sold?.outcome !== "event" || outcome.outcome === "event") return [];
      return [[at, day, sold.events[0]?.supply_date]];
    });
    expect(days.length).toBeGreaterThan(1);
    for (const [at, day, supplied] of days) expect([at, day]).toEqual([at, supplied]);
  });

  it("a day that cannot be read is none", async () => {
    const rows = await readAs((text) =>
      text
        .replaceAll(/\d{4}-\d\d-\d\d|\d\d-(?:\d\d|[A-Z][a-z]{2})-\d{4}/g, "soon")
        // Seconds since 1970, as Stripe writes instants.
        .replaceAll(/(?<=": ?)1[78]\d{8}(?=[,\s}])/g, '"soon"'),
    );
    const open = [...rows.values()].filter(({ outcome }) => outcome.outcome === "rejected");
    expect(open.length).toBeGreaterThan(2);
    expect(open.flatMap(({ day }) => day ?? [])).toEqual([]);
  });
});
