import type { Importing } from "./imports.ts";
import type { Mails } from "./mails.ts";
import type { People } from "./people.ts";
import type { Recorder } from "./recorder.ts";
import type { Filers } from "./return-files.ts";

/** Requests a recount, and runs it. The clock stands still, so that no recount ends by itself. */
export type Recounts = {
  readonly ask: () => Promise<unknown>;
  readonly settle: () => Promise<unknown>;
};

export type Keys = Mails & {
  readonly readOnly: string;
  /** A key of an account that moves to another Member State within a quarter. */
  readonly moving: string;
  /** Keys of accounts whose returns are exported as files, by Member State. */
  readonly filing: Filers;
  readonly recounts: Recounts;
  readonly importing: Importing;
  readonly people: People;
  readonly writeRecords: () => Promise<unknown>;
  /** Ends when a first attempt of a delivery of `my-shop` has failed. */
  readonly loseDelivery: (webhook_id: string, message_id: string) => Promise<void>;
};

/** Records the errors for a wrong key, and for a repeated idempotency key. */
export async function recordKeys(recorder: Recorder, { readOnly, moving }: Keys): Promise<void> {
  const body = { threshold_type: "ioss", amount_minor: 14_000 };
  await recorder.refused("missing_api_key", "getAccount", { key: null });
  await recorder.refused("invalid_api_key", "getAccount", { key: "vat_test_unknown" });
  await recorder.refused("insufficient_scope", "putAccount", { key: readOnly, body: {} });
  await recorder.refused("invalid_json", "checkThreshold", { body: "{" });
  await recorder.refused("not_found", "getSupplyEvent", { path: { event_id: "order-9999" } });
  const headers = { "Idempotency-Key": "check-of-parcel-7" };
  await recorder.prepare("checkThreshold", { body, headers });
  await recorder.refused("idempotency_conflict", "checkThreshold", {
    body: { ...body, amount_minor: 15_000 },
    headers,
  });
  await recordMove(recorder, moving);
}

/** Records calls that manage the account's keys. */
export async function recordOwnKeys(recorder: Recorder): Promise<void> {
  const till = await recorder.show("createApiKey", "A key for a till, for a year", {
    body: { name: "Till in Malmö", scope: "full", expires_at: "2027-08-17T00:00:00Z" },
  });
  const adviser = await recorder.show("createApiKey", "A key that only reads", {
    body: { name: "Tax adviser", scope: "read-only" },
  });
  const path = { id: String(adviser["id"]) };
  await recorder.show("rotateApiKey", "A new key, and a day for the change", {
    path,
    body: { overlap_hours: 24 },
  });
  await recorder.refused("key_ended", "rotateApiKey", { path });
  await recorder.show("revokeApiKey", "The old one, at once", { path });
  await recorder.refused("key_in_use", "revokeApiKey", {
    key: String(till["api_key"]),
    path: { id: String(till["id"]) },
  });
  await recorder.show("listApiKeys", "All of them");
  for (let made = 0; made < 96; made += 1) {
    await recorder.prepare("createApiKey", { body: { name: `Till ${made}`, scope: "read-only" } });
  }
  await recorder.refused("key_limit_reached", "createApiKey", {
    body: { name: "One more till", scope: "read-only" },
  });
}

/** Records calls of a sandbox, and its emptying. */
export async function recordSandbox(recorder: Recorder, { trial }: Keys): Promise<void> {
  await recorder.show("emptySandbox", "With a test key", { key: trial });
  await recorder.show("getSandbox", "Afterwards", { key: trial });
  await recorder.refused("test_key_required", "emptySandbox");
  const moved = (today: string) => ({ key: trial, body: { today } });
  await recorder.show("moveSandboxClock", "In an empty sandbox", moved("2026-03-31"));
  await recorder.show("moveSandboxClock", "By three months", moved("2026-06-30"));
}

/** Records two consecutive registrations in one quarter. */
async function recordMove(recorder: Recorder, key: string): Promise<void> {
  const union = { scheme_type: "union_oss" };
  await recorder.prepare("createRegistration", {
    key,
    body: {
      ...union,
      member_state_identification: "SE",
      effective_from: "2025-01-01",
      effective_to: "2026-05-15",
      status: "ended",
    },
  });
  await recorder.prepare("createRegistration", {
    key,
    body: {
      ...union,
      member_state_identification: "DE",
      effective_from: "2026-05-16",
      status: "active",
    },
  });
  await recorder.refused("registration_conflict", "getQuarterlySummary", {
    key,
    query: { period: "2026-Q2" },
  });
}
