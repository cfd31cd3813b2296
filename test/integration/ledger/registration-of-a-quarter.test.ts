import { describe, expect, it } from "vitest";
import { type Account, call, newAccount } from "../../stack/api.ts";

const SUMMARY = "/v1/reports/oss-quarterly-summary";
const BREAKDOWN = "/v1/reports/country-vat-breakdown";

describe("the registration of a quarter", () => {
  type Row = readonly [status: string, from: string, to?: string | undefined, scheme?: string];
  const register = async (account: Account, rows: readonly Row[]) => {
    for (const [status, effective_from, effective_to, scheme_type = "union_oss"] of rows) {
      const row = { scheme_type, member_state_identification: "SE", effective_from, status };
      const body = effective_to ? { ...row, effective_to } : row;
      expect((await call(account.full, "POST", "/v1/tax-registrations", body)).status).toBe(201);
    }
  };

  it.for<[string, readonly Row[], number, string | undefined]>([
    ["active", [["active", "2025-09-30"]], 200, undefined],
    ["ended in it", [["ended", "2024-01-01", "2025-07-01"]], 200, undefined],
    ["ended before it", [["ended", "2024-01-01", "2025-06-30"]], 422, "registration_required"],
    ["begins after it", [["active", "2025-10-01"]], 422, "registration_required"],
    ["pending", [["pending", "2024-01-01"]], 422, "registration_required"],
    ["excluded", [["excluded", "2024-01-01"]], 422, "registration_required"],
    [
      "of the import scheme",
      [["active", "2024-01-01", undefined, "ioss"]],
      422,
      "registration_required",
    ],
    [
      "two that follow each other",
      [
        ["ended", "2024-01-01", "2025-08-15"],
        ["active", "2025-08-16"],
      ],
      422,
      "registration_conflict",
    ],
    [
      "two, one of them pending",
      [
        ["ended", "2024-01-01", "2025-08-15"],
        ["pending", "2025-08-16"],
      ],
      200,
      undefined,
    ],
    [
      "two, one of them excluded",
      [
        ["active", "2024-01-01"],
        ["excluded", "2024-01-01"],
      ],
      200,
      undefined,
    ],
  ])("%s", async ([, rows, status, error]) => {
    const account = await newAccount();
    await register(account, rows);
    for (const path of [SUMMARY, BREAKDOWN]) {
      const answer = await call(account.readOnly, "GET", `${path}?period=2025-Q3`);
      expect(answer.status).toBe(status);
      expect(answer.body["error"]).toBe(error);
    }
  });
});
