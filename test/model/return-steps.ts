import fc from "fast-check";
import { expect } from "vitest";
import {
  compareQuarter,
  compareWarnings,
  hasLateChanges,
  locksOf,
  SCHEMES,
} from "./comparisons.ts";
import { QUARTERS, rateDraw, stateFor } from "./draws.ts";
import { covering } from "./registered-days.ts";
import { expectAnswer } from "./service.ts";
import { type Step, step } from "./step.ts";
import { lockName } from "./world.ts";

const DAY = 86_400_000;
const REGISTRATIONS = "/v1/tax-registrations";

const quarter = fc.constantFrom(...QUARTERS);
const scheme = fc.constantFrom("union_oss" as const, "non_union_oss" as const, "ioss" as const);
/** Of those whose returns are quarters. */
const quarterScheme = fc.constantFrom(...SCHEMES);
const state = fc.constantFrom("SE", "DE", "PL", "DK", "XI");
const from = fc.constantFrom("2021-07-01", "2022-01-15", "2022-12-01", "2024-01-01");
const to = fc.constantFrom("2022-01-14", "2022-02-10", "2023-02-14", "2025-02-28");
const registrationStatus = fc.constantFrom(
  ...(["active", "active", "active", "ended", "ended", "pending", "excluded"] as const),
);

const register = fc
  .record({
    scheme_type: scheme,
    member_state_identification: state,
    effective_from: from,
    effective_to: fc.option(to, { nil: undefined }),
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
        effective_to: fc.oneof(to, fc.constant("")),
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
const move = fc.record({ scheme_type: scheme, state, last: to }).map((draw) =>
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

const lock = fc
  .record({
    scheme: quarterScheme,
    quarter: fc.oneof(
      { weight: 9, arbitrary: quarter },
      { weight: 1, arbitrary: fc.constant("2098-Q3") },
    ),
  })
  .map((named) =>
    step("lock", named, async (model, service) => {
      const { scheme, quarter } = named;
      const hasLate = await hasLateChanges({ model, service, ...named });
      const answer = await service.call("POST", `${locksOf(scheme)}?period=${quarter}`);
      const { status, body } = model.lock(scheme, quarter);
      const { totals, jurisdiction_count, filing_status, nil_return_eligible, ...rest } =
        body as Record<string, unknown>;
      expectAnswer(answer, { status, body: hasLate ? rest : body });
      // Nothing that is left out stands against it, so it is ready, or a check or a figure does.
      if (status === 201 && !hasLate && !filing_status) {
        expect(answer.body["filing_status_detail"]).not.toMatch(/_excluded/);
      }
      const locked = answer.status === 201 ? model.locks.get(lockName(scheme, quarter)) : undefined;
      if (locked) Object.assign(locked, { shown: answer.body, hasLate });
    }),
  );

const file = fc.record({ scheme: quarterScheme, key: quarter, n: fc.nat(9) }).map((draw) =>
  step("file", draw, async (model, service) => {
    const { scheme, key, n } = draw;
    const filing = { filed_at: `2025-04-1${n}`, filing_reference: `reference ${n}` };
    const answer = await service.call("POST", `${locksOf(scheme)}/filed?period=${key}`, filing);
    expectAnswer(answer, model.file(scheme, key, filing));
  }),
);

const publish = rateDraw.map((draw) =>
  step("publish rate", draw, async (model, service) => {
    await service.publish(new Map([[draw.day, new Map([[draw.currency, draw.rate]])]]));
    model.correctRate(draw.day, draw.currency, draw.rate);
  }),
);

const compare = quarter.map((key) =>
  step("compare", key, async (model, service) => {
    await compareQuarter(model, service, key);
  }),
);

const findExcluded = fc
  .record({ scheme: quarterScheme, quarter })
  .map((named) =>
    step("find excluded", named, (model, service) => compareWarnings({ model, service, ...named })),
  );

/** Each as often as it should come, against the others. */
export const returnSteps: fc.Arbitrary<Step>[] = [
  register,
  changeRegistration,
  tidyUp,
  tidyUp,
  move,
  lock,
  file,
  publish,
  publish,
  ...Array<typeof compare>(7).fill(compare),
  findExcluded,
];
