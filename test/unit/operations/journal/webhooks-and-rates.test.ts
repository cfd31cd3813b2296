import { marshall as marshalled } from "@aws-sdk/util-dynamodb";
import { describe, expect, it } from "vitest";
import type { LedgerId } from "../../../../shared/core/ids.ts";
import { changeFaults } from "../../../../shared/operations/journal/change-faults.ts";
import {
  type AttributeMap,
  coveredItem,
  type JournalRecord,
} from "../../../../shared/operations/journal/journal-record.ts";
import { faultsOfReplay, newReplay, replay } from "../../../../shared/operations/journal/replay.ts";
import { ecbDayKey, type Key } from "../../../../shared/platform/table/keys.ts";
import { webhookSecretKey, webhooksKey } from "../../../../shared/platform/table/webhooks.ts";

const AT = "2026-11-22T10:00:00.000Z";
const LONG_AGO = "2026-01-01T10:00:00.000Z";

/** A short hash, so that equal texts of one place can be recognised. */
const digest = (text: string) => `<${text}>`;

const marshall = (item: object) => marshalled(item) as object as AttributeMap;

const covered = (key: Key, item: object) => coveredItem(marshall({ ...key, ...item }), digest);

function faults(key: Key, before: object | undefined, after: object): string {
  const old = before && covered(key, before);
  const record: JournalRecord = {
    ...{ seq: "1", at: AT, op: old ? "MODIFY" : "INSERT", ...key },
    ...(old ? { old: old as NonNullable<JournalRecord["old"]> } : {}),
    new: covered(key, after) as NonNullable<JournalRecord["new"]>,
  };
  return changeFaults(record).join("\n");
}

describe("a day of exchange rates", () => {
  const KEY = ecbDayKey("2026-08-03");
  const day = { day: "2026-08-03", rates: { PLN: "4.2735" }, revisions: [], version: 1 };
  const revision = { currency: "PLN", old_rate: "4.2735", new_rate: "4.28", replaced_at: AT };

  it("may be stored, get a currency, and be corrected with a revision", () => {
    const more = { ...day, rates: { ...day.rates, USD: "1.16" }, version: 2 };
    const corrected = { ...day, rates: { PLN: "4.28" }, revisions: [revision], version: 2 };
    expect([faults(KEY, undefined, day), faults(KEY, day, more)]).toEqual(["", ""]);
    expect(faults(KEY, day, corrected)).toBe("");
  });

  it.for<[string, object]>([
    ["replaced without a revision", { ...day, rates: { PLN: "1.0000" }, version: 2 }],
    ["taken away", { ...day, rates: {}, version: 2 }],
    [
      "explained by the revision of another rate",
      { ...day, rates: { PLN: "1" }, revisions: [revision], version: 2 },
    ],
  ])("whose rate was %s is told", ([, after]) => {
    expect(faults(KEY, day, after)).toMatch("the rate of PLN was replaced without a revision");
  });

  it("whose revisions were changed is reported", () => {
    const corrected = { ...day, rates: { PLN: "4.28" }, revisions: [revision], version: 2 };
    expect(faults(KEY, corrected, { ...corrected, revisions: [], version: 3 })).toMatch(
      "the revisions were changed in what they had said",
    );
  });

  it.for<[string, AttributeMap, RegExp | undefined]>([
    ["the first version", marshall({ ...KEY, ...day, schema_version: 2 }), undefined],
    [
      "a later version",
      marshall({ ...KEY, ...day, schema_version: 2, version: 2 }),
      /the journal lacks a change before 1/,
    ],
    [
      "a later version of the first form",
      marshall({ ...KEY, ...day, schema_version: 1 }),
      undefined,
    ],
    ["no version", marshall({ ...KEY, day: "2026-08-03" }), /the journal lacks a change before 1/],
  ])("may be older than the journal in %s", ([, old, fault]) => {
    const into = newReplay(false);
    const now = { ...old, rates: old["rates"] ?? { M: {} }, day: { S: "2026-08-03" } };
    const change = { seq: "1", at: AT, op: "MODIFY" as const, ...KEY, old, new: now };
    replay(into, change as JournalRecord, { stream: "1", key: "1.ndjson" }, digest);
    const found = faultsOfReplay(into).join("\n");
    if (fault) expect(found).toMatch(fault);
    else expect(found).toBe("");
  });
});

describe("a webhook", () => {
  const KEY = webhooksKey("a" as LedgerId);
  const webhook = {
    id: "wh_1",
    url: "https://hooks.example.com/services/T0/TOPSECRET",
    events: ["period.locked"],
    created_at: LONG_AGO,
    created_by: "k1",
    updated_at: LONG_AGO,
    updated_by: "k1",
  };
  const item = (one: object, version: number) => ({ webhooks: [{ ...webhook, ...one }], version });

  it("is in the journal with its origin and a hash of its address", () => {
    const text = JSON.stringify(covered(KEY, item({}, 1))["webhooks"]);
    expect(text).toContain("https://hooks.example.com sha256:");
    expect(text.replaceAll(/<.*?>/gs, "")).not.toContain("TOPSECRET");
  });

  it("may be made, get another address by a key, and fail", () => {
    expect(faults(KEY, undefined, item({ created_at: AT, updated_at: AT }, 1))).toBe("");
    const moved = item({ url: "https://other.example", updated_at: AT }, 2);
    expect(faults(KEY, item({}, 1), moved)).toBe("");
    expect(faults(KEY, item({}, 1), item({ failing_since: AT }, 2))).toBe("");
  });

  it.for<[string, object]>([
    ["at no time", {}],
    ["at another time", { updated_at: "2026-05-05T10:00:00.000Z" }],
  ])("that got another address by nobody, %s, is told", ([, more]) => {
    const moved = item({ url: "https://evil.example", ...more }, 2);
    expect(faults(KEY, item({}, 1), moved)).toMatch("the address of wh_1 was changed by nobody");
  });

  it("that was invented is found by its creation time, and by its key", () => {
    expect(faults(KEY, undefined, item({}, 1))).toMatch(
      "the address of wh_1 was changed by nobody",
    );
    const into = newReplay(false);
    const now = covered(KEY, item({}, 1));
    const change = { seq: "1", at: AT, op: "INSERT" as const, ...KEY, new: now };
    replay(into, change as JournalRecord, { stream: "1", key: "1.ndjson" }, digest);
    expect(faultsOfReplay(into).join("\n")).toMatch(
      "creation of the webhook wh_1: by the key k1, which was never issued",
    );
  });
});

describe("the secret of a webhook", () => {
  const KEY = webhookSecretKey("a" as LedgerId, "wh_1");
  const UNTIL = "2026-11-23T10:00:00.000Z";

  it("is in the journal as a hash alone", () => {
    const text = JSON.stringify(coveredItem(marshall({ ...KEY, current: "whsec_1" }), () => "h"));
    expect(text).toContain('"current":{"S":"sha256:h"}');
    expect(text).not.toContain("whsec_1");
  });

  it("is followed in its sealed form too, without its data key", () => {
    const sealed = (name: string) => ({
      current: { wrapped_key: `key of ${name}`, ciphertext: name, nonce: "n", tag: "t" },
    });
    const text = JSON.stringify(coveredItem(marshall({ ...KEY, ...sealed("1") }), () => "h"));
    expect(text).not.toContain("key of 1");
    const second = { ...sealed("2"), former: sealed("1").current, former_until: UNTIL };
    expect(faults(KEY, sealed("1"), second)).toBe("");
    expect(faults(KEY, { current: "in clear" }, { ...second, former: "in clear" })).toBe("");
    expect(faults(KEY, sealed("1"), sealed("evil"))).toMatch("the former one was not kept");
  });

  it("may be set, replaced and forgotten", () => {
    expect(faults(KEY, undefined, { current: "1" })).toBe("");
    const second = { current: "2", former: "1", former_until: UNTIL };
    expect(faults(KEY, { current: "1" }, second)).toBe("");
    expect(faults(KEY, second, { current: "3", former: "2", former_until: UNTIL })).toBe("");
    expect(faults(KEY, second, {})).toBe("");
  });

  it.for<[string, object, object]>([
    ["swapped", { current: "1" }, { current: "evil" }],
    ["swapped, with another former one", { current: "1" }, { current: "evil", former: "0" }],
    ["given a second one", { current: "1" }, { current: "1", former: "evil", former_until: UNTIL }],
  ])("that was %s is told", ([, before, after]) => {
    expect(faults(KEY, before, after)).toMatch("the former one was not kept");
  });

  it("that was forgotten does not come back", () => {
    expect(faults(KEY, {}, { current: "1" })).toMatch("the secret was set after its removal");
  });
});
