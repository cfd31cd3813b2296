import { expect, it } from "vitest";
import type { Registration } from "../../../../../shared/vat/seller/registration.ts";
import type { RegistrationList } from "../../../../../shared/vat/seller/registration-schema.ts";
import { call, newAccount } from "../../../../stack/api.ts";
import { ROUNDS } from "../../../../stack/race-rounds.ts";

const PATH = "/v1/tax-registrations";
const UNION = {
  scheme_type: "union_oss",
  member_state_identification: "DE",
  effective_from: "2024-01-01",
  status: "active",
};

it("of two that overlap, sent at once, one is let through", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { full, readOnly } = await newAccount("race");
    const bodies = [UNION, { ...UNION, effective_from: "2025-06-01", status: "pending" }];
    const answers = await Promise.all(bodies.map((body) => call(full, "POST", PATH, body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const { body } = await call<RegistrationList>(readOnly, "GET", PATH);
    expect(body.items).toHaveLength(1);
  }
});

it("of two that would overlap when both are active, patched at once, one is", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { full } = await newAccount("race");
    const create = () => call<Registration>(full, "POST", PATH, { ...UNION, status: "excluded" });
    const both = [(await create()).body.id, (await create()).body.id];
    const answers = await Promise.all(
      both.map((id) => call(full, "PATCH", `${PATH}/${id}`, { status: "active" })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  }
});
