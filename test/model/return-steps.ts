import fc from "fast-check";
import { expect } from "vitest";
import {
  compareQuarter,
  compareWarnings,
  hasLateChanges,
  lockPath,
  SCHEMES,
} from "./comparisons.ts";
import { QUARTERS, rateDraw } from "./draws.ts";
import { makersOf } from "./quarter-return.ts";
import type { Chosen, ReferenceModel } from "./reference-model.ts";
import { LAST_DAYS, registrationSteps } from "./registration-steps.ts";
import { expectAnswer, type Service } from "./service.ts";
import { type Step, step } from "./step.ts";
import type { QuarterScheme } from "./world.ts";

const quarter = fc.constantFrom(...QUARTERS);
/** Of those whose returns are quarters. */
const quarterScheme = fc.constantFrom(...SCHEMES);
/** Of two registrations that make returns of a quarter, one or the other is meant, or nobody says which. */
const nth = fc.constantFrom(0, 1, undefined);

const chosenOf = (
  { world }: ReferenceModel,
  scheme: QuarterScheme,
  quarter: string,
  n?: number,
) => ({
  scheme,
  quarter,
  id: n === undefined ? undefined : makersOf(world, scheme, quarter)[n]?.id,
});

const lock = fc
  .record({
    scheme: quarterScheme,
    quarter: fc.oneof(
      { weight: 9, arbitrary: quarter },
      { weight: 1, arbitrary: fc.constant("2098-Q3") },
    ),
    nth,
  })
  .map((draw) =>
    step("lock", draw, (model, service) =>
      lockOne(model, service, chosenOf(model, draw.scheme, draw.quarter, draw.nth)),
    ),
  );

async function lockOne(model: ReferenceModel, service: Service, chosen: Chosen): Promise<void> {
  const hasLate = await hasLateChanges({ model, service, ...chosen });
  const answer = await service.call("POST", lockPath(chosen));
  const { status, body } = model.lock(chosen);
  const { totals, jurisdiction_count, filing_status, nil_return_eligible, ...rest } =
    body as Record<string, unknown>;
  expectAnswer(answer, { status, body: hasLate ? rest : body });
  // Nothing that is left out stands against it, so it is ready, or a check or a figure does.
  if (status === 201 && !hasLate && !filing_status) {
    expect(answer.body["filing_status_detail"]).not.toMatch(/_excluded/);
  }
  const locked = answer.status === 201 ? model.locks.at(-1) : undefined;
  if (locked) Object.assign(locked, { shown: answer.body, hasLate });
}

/** Both returns of the quarter of a move, or as many as there are. */
const lockBoth = fc.record({ scheme: quarterScheme, day: LAST_DAYS }).map((draw) =>
  step("lock both", draw, async (model, service) => {
    const quarter = `${draw.day.slice(0, 4)}-Q1`;
    for (const { id } of makersOf(model.world, draw.scheme, quarter)) {
      await lockOne(model, service, { scheme: draw.scheme, quarter, id });
    }
  }),
);

const file = fc.record({ scheme: quarterScheme, quarter, n: fc.nat(9), nth }).map((draw) =>
  step("file", draw, async (model, service) => {
    const filing = { filed_at: `2025-04-1${draw.n}`, filing_reference: `reference ${draw.n}` };
    const chosen = chosenOf(model, draw.scheme, draw.quarter, draw.nth);
    const path = lockPath(chosen).replace("?", "/filed?");
    expectAnswer(await service.call("POST", path, filing), model.file(chosen, filing));
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
  ...registrationSteps,
  lockBoth,
  lock,
  file,
  publish,
  publish,
  ...Array<typeof compare>(7).fill(compare),
  findExcluded,
];
