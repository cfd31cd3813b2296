import { expect, it } from "vitest";
import { type Account, call, newAccount } from "../../../../stack/api.ts";
import { workspaceOf } from "../../../../stack/importer.ts";

const hintsOf = async (seller: Account) => {
  const { registrations } = await workspaceOf(seller, "2026-Q2");
  const overview = await call<{ hints: typeof registrations.hints }>(
    seller.readOnly,
    "GET",
    "/v1/compliance/overview",
  );
  const codes = registrations.hints.map(({ code }) => code);
  expect(overview.body.hints.map(({ code }) => code)).toEqual(codes);
  return codes;
};

const register = (seller: Account, scheme_type: string, member_state_identification: string) =>
  call(seller.full, "POST", "/v1/tax-registrations", {
    scheme_type,
    member_state_identification,
    effective_from: "2026-01-01",
    status: "active",
  });

it("filing-prep and overview tell of registrations that cannot be, in every scheme", async () => {
  const swedish = await newAccount("seller");
  await register(swedish, "union_oss", "FI");
  await register(swedish, "non_union_oss", "FI");
  expect(await hintsOf(swedish)).toEqual([]);
  await call(swedish.full, "PUT", "/v1/account", { establishment_country: "SE" });
  expect(await hintsOf(swedish)).toEqual([
    "registration_elsewhere",
    "non_union_established_in_union",
  ]);
});

it("and of an import scheme of a third country's seller without an intermediary", async () => {
  const chinese = await newAccount("seller");
  await call(chinese.full, "PUT", "/v1/account", { establishment_country: "CN" });
  const { status } = await register(chinese, "ioss", "DE");
  expect([status, await hintsOf(chinese)]).toEqual([201, ["intermediary_required"]]);
  const { body } = await call<{ items: { id: number }[] }>(
    chinese.full,
    "GET",
    "/v1/tax-registrations",
  );
  const changed = await call(chinese.full, "PATCH", `/v1/tax-registrations/${body.items[0]?.id}`, {
    ioss_intermediary_name: "Ombud AB",
  });
  expect([changed.status, await hintsOf(chinese)]).toEqual([200, []]);
});
