import fc from "fast-check";
import { expect } from "vitest";
import { stateFor } from "./draws.ts";
import { covering } from "./registered-days.ts";
import { expectAnswer } from "./service.ts";
import { type Step, step } from "./step.ts";

const DAY = 86_400_000;
const REGISTRATIONS = "/v1/tax-registrations";

const scheme = fc.constantFrom("union_oss" as const, "non_union_oss" as const, "ioss" as const);
const state = fc.constantFrom("SE", "DE", "PL", "DK", "XI");
const from = fc.constantFrom("2021-07-01", "2022-01-15", "2022-12-01", "2024-01-01");
/** In the middle of quarters. */
export const LAST_DAYS = fc.constantFrom("2022-01-14", "2022-02-10", "2023-02-14", "2025-02-28");
const registrationStatus = fc.constantFrom(
  ...(["active", "active", "active", "ended", "ended", "pending", "excluded"] as const),
);

const register = fc
  .record({
    scheme_type: scheme,
    member_state_identification: state,
    effective_from: from,
    effective_to: fc.option(LAST_DAYS, { nil: undefined }),
    status: registrationStatus,
  })
  .map(({ effective_to, ...rest }) => {
    const fields = effective_to === undefined ? rest : { ...rest, effective_to };
    return step("register", fields, async (model, service) => {
      const answer = await service.call("POST", REGISTRATIONS, fields);
      const expected = model.register(fields);
      expectAnswer(answer, expected);
      if (answer.status === 201) expect(answer.body).toEqual(expected.body);
    });
  });

const changeRegistration = fc
  .record({
    id: fc.integer({ min: 1, max: 6 }),
    patch: fc.record(
      {
        member_state_identification: state,
        effective_from: from,
        effective_to: fc.oneof(LAST_DAYS, fc.constant("")),
        status: registrationStatus,
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ id, patch }) =>
    step("change registration", { id, patch }, async (model, service) => {
      const answer = await service.call("PATCH", `${REGISTRATIONS}/${id}`, patch);
      const expected = model.changeRegistration(id, patch);
      expectAnswer(answer, expected);
      if (answer.status === 200) expect(answer.body).toEqual(expected.body);
    }),
  );

/** What people do in the end: all rows of the scheme are retired, and one takes their place. */
const tidyUp = fc.record({ scheme_type: scheme, state, from }).map((draw) =>
  step("tidy up registrations", draw, async (model, service) => {
    const { scheme_type, state: member_state_identification } = draw;
    const rows = model.world.registrations.filter((row) => row.scheme_type === scheme_type);
    for (const { id } of rows) {
      const patch = { status: "excluded" } as const;
      const answer = await service.call("PATCH", `${REGISTRATIONS}/${id}`, patch);
      expectAnswer(answer, model.changeRegistration(id, patch));
    }
    const effective_from = draw.from < "2022-01-16" ? draw.from : "2021-07-01";
    const fresh = {
      scheme_type,
      member_state_identification: stateFor(scheme_type, member_state_identification),
      effective_from,
      status: "active",
    } as const;
    expectAnswer(await service.call("POST", REGISTRATIONS, fresh), model.register(fresh));
  }),
);

/** Another Member State of identification, from one day to the next: a quarter then has two returns. */
const move = fc.record({ scheme_type: scheme, state, last: LAST_DAYS }).map((draw) =>
  step("move", draw, async (model, service) => {
    const { scheme_type, state, last } = draw;
    const present = covering(model.world, scheme_type, last, last).at(0);
    if (!present) return;
    const patch = { status: "ended", effective_to: last } as const;
    const answer = await service.call("PATCH", `${REGISTRATIONS}/${present.id}`, patch);
    expectAnswer(answer, model.changeRegistration(present.id, patch));
    const fresh = {
      scheme_type,
      member_state_identification: stateFor(scheme_type, state),
      effective_from: new Date(Date.parse(last) + DAY).toISOString().slice(0, 10),
      status: "active",
    } as const;
    expectAnswer(await service.call("POST", REGISTRATIONS, fresh), model.register(fresh));
  }),
);

/** Each as often as it should come, against the others. */
export const registrationSteps: fc.Arbitrary<Step>[] = [
  register,
  changeRegistration,
  tidyUp,
  tidyUp,
  move,
];
