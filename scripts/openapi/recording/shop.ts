import type { Recorder } from "./recorder.ts";

/** Records the business: profile, registrations, sources. */
export async function recordShop(recorder: Recorder): Promise<void> {
  await recorder.show("putAccount", "A Swedish business with a French establishment", {
    body: {
      display_name: "My Shop AB",
      establishment_country: "SE",
      fixed_establishments: [{ country: "FR", vat_number: "FR11123456782" }],
    },
  });
  await recorder.show("putAccount", "A second establishment, from a day on", {
    body: {
      display_name: "My Shop AB",
      establishment_country: "SE",
      fixed_establishments: [{ country: "FR", vat_number: "FR11123456782" }, { country: "LT" }],
      valid_from: "2026-07-01",
      entered_turnover: [{ year: 2025, amount_minor: 640_000, currency: "EUR" }],
    },
  });
  await recorder.show("getAccount", "The profile");
  await recordRegistrations(recorder);
  await recordSources(recorder);
}

const UNION = {
  scheme_type: "union_oss",
  member_state_identification: "SE",
  vat_registration_number: "SE556000123101",
  effective_from: "2021-07-01",
  status: "active",
};

async function recordRegistrations(recorder: Recorder): Promise<void> {
  await recorder.refused("registration_required", "getQuarterlySummary", {
    query: { period: "2026-Q2" },
  });
  await recorder.show("createRegistration", "Union scheme", { body: UNION });
  await recorder.show("createRegistration", "Import scheme, with an intermediary", {
    body: {
      scheme_type: "ioss",
      member_state_identification: "SE",
      vat_registration_number: "IM7520000123",
      ioss_intermediary_name: "Customs Partner AB",
      effective_from: "2025-01-01",
      status: "active",
    },
  });
  await recorder.refused("registration_overlap", "createRegistration", { body: UNION });
  await recorder.show("updateRegistration", "An end, and the status that goes with it", {
    path: { id: "2" },
    body: { status: "ended", effective_to: "2026-12-31" },
  });
  await recorder.show("listRegistrations", "Both", { query: { limit: "50" } });
  await recorder.show("putIdentifiers", "The number of the import scheme", {
    body: { items: [{ registration_id: 2, number: "IM7520000123" }] },
  });
  await recorder.show("getIdentifiers", "Which numbers are stored");
  await recorder.show("eraseIdentifiers", "None any more");
}

/** Records checks of VAT numbers, while VIES cannot be reached. */
export async function recordVatNumbers(recorder: Recorder): Promise<void> {
  const check = await recorder.show(
    "checkVatNumber",
    "VIES is not available: the check is pending",
    {
      body: { vat_number: "DE811907980", requester_vat_number: "SE556000123101" },
    },
  );
  const path = { id: String(check["id"]) };
  await recorder.show("getVatNumberCheck", "Later, once VIES has answered, it says so here", {
    path,
  });
  await recorder.show("listVatNumberChecks", "Those that wait", { query: { status: "pending" } });
}

async function recordSources(recorder: Recorder): Promise<void> {
  const profile = {
    source_key: "shop-se",
    display_name: "Swedish shop",
    channel_type: "owned_store",
    platform: "Own",
    default_country: "SE",
    default_currency: "SEK",
  };
  await recorder.show("createSource", "A shop of one's own", { body: profile });
  await recorder.refused("source_key_taken", "createSource", { body: profile });
  await recorder.show("updateSource", "A new name; the platform is cleared", {
    path: { id: "1" },
    body: { display_name: "Shop in Sweden", platform: "" },
  });
  await recorder.show("listSources", "One profile");
  await recorder.show("listSettingChanges", "Who changed what", { query: { limit: "3" } });
  for (let taken = 1; taken < 100; taken += 1) {
    await recorder.prepare("createSource", { body: { ...profile, source_key: `till-${taken}` } });
  }
  await recorder.refused("source_limit_reached", "createSource", {
    body: { ...profile, source_key: "till-100" },
  });
}
