import fc from "fast-check";
import { expect } from "vitest";
import type * as z from "zod";
import type { CommitResponse } from "../../shared/ledger/events/schema.ts";
import type { SentEvent } from "../make/supply-event.ts";
import { crowdDraw, crowdOf, eventDraw, eventsOf } from "./draws.ts";
import type { Expected, ReferenceModel } from "./reference-model.ts";
import { expectAnswer, type Service } from "./service.ts";
import { type Step, step } from "./step.ts";
import type { Status } from "./world.ts";

const EVENTS = "/v1/supply-events";

const known = ({ world }: ReferenceModel): SentEvent[] => world.events.map(({ given }) => given);

/** One of the events that there are; before any, an id that there is not. */
const idAt = (model: ReferenceModel, n: number): string => {
  const events = known(model);
  return events[n % (events.length || 1)]?.event_id ?? "nothing";
};

const status = fc.constantFrom<Status>(
  ...(["classified", "classified", "classified", "needs_review", "excluded"] as const),
);

const classification = (to: Status) => ({ classification_status: to, note: "model test" });

async function commit(service: Service, events: readonly SentEvent[], expected: Expected) {
  const body = events.length === 1 ? events[0] : { events };
  expectAnswer(await service.call("POST", EVENTS, body), expected);
}

const batch = (maxLength: number) =>
  fc.array(eventDraw, { minLength: 1, maxLength, size: "max" }).map((draws) =>
    step("commit", draws, async (model, service) => {
      const events = eventsOf(draws, known(model));
      await commit(service, events, model.commit(events));
    }),
  );

const crowd = crowdDraw.map((draw) =>
  step("crowd", draw, async (model, service) => {
    const { sale, refunds } = crowdOf(draw, known(model));
    for (const part of draw.saleLast ? [refunds, [sale]] : [[sale], refunds]) {
      await commit(service, part, model.commit(part));
    }
  }),
);

const replay = fc
  .record({ at: fc.array(fc.nat(), { minLength: 1, maxLength: 6 }), changed: fc.nat(8) })
  .map((draw) =>
    step("replay", draw, async (model, service) => {
      const events = known(model);
      const again = draw.at.flatMap((n) => events[n % (events.length || 1)] ?? []);
      const [first] = again;
      if (!first) return;
      // One time in nine it is an id that other content has.
      if (draw.changed === 0) again[0] = { ...first, vat_amount_minor: 250_001 };
      await commit(service, again, model.commit(again));
    }),
  );

/** Three requests at once that share some of their events, while an older event is reclassified. */
const atOnce = fc
  .record({
    draws: fc.array(eventDraw, { minLength: 3, maxLength: 12, size: "max" }),
    at: fc.nat(),
    to: status,
  })
  .map((draw) =>
    step("at once", draw, async (model, service) => {
      const events = eventsOf(draw.draws, known(model));
      const id = idAt(model, draw.at);
      const [reclassified, ...answers] = await Promise.all([
        service.call("POST", `${EVENTS}/${id}/classification`, classification(draw.to)),
        ...partsOf(events).map((part) =>
          service.call<z.output<typeof CommitResponse>>("POST", EVENTS, { events: part }),
        ),
      ]);
      expect(reclassified.status).toBe(model.reclassify(id, draw.to).status);
      expect(model.commit(events).status).toBe(200);
      for (const { status, text } of answers) expect(status, text).toBe(200);
      const items = answers.flatMap(({ body }) => body.items);
      const committed = items.filter((item) => item.status === "committed");
      expect(committed.map((item) => item.event_id).sort()).toEqual(
        events.map((event) => event.event_id).sort(),
      );
    }),
  );

const partsOf = (events: readonly SentEvent[]): SentEvent[][] =>
  [0, 1, 2]
    .map((part) => events.filter((_, n) => n % 3 === part || n % 4 === part))
    .filter((part) => part.length > 0);

const reclassify = fc.record({ at: fc.nat(), to: status }).map((draw) =>
  step("reclassify", draw, async (model, service) => {
    const id = idAt(model, draw.at);
    const path = `${EVENTS}/${id}/classification`;
    const answer = await service.call("POST", path, classification(draw.to));
    expectAnswer(answer, model.reclassify(id, draw.to));
  }),
);

const look = fc.record({ at: fc.nat() }).map((draw) =>
  step("look", draw, async (model, service) => {
    const id = idAt(model, draw.at);
    expectAnswer(await service.call("GET", `${EVENTS}/${id}`), model.shown(id));
  }),
);

const often = <T>(times: number, one: T): T[] => Array<T>(times).fill(one);

/** Each as often as it should come, against the others. */
export const ledgerSteps: fc.Arbitrary<Step>[] = [
  ...[1, 1, 3, 3, 12, 12, 12, 12].map(batch),
  ...often(2, replay),
  ...often(2, atOnce),
  ...often(5, reclassify),
  look,
  crowd,
];
