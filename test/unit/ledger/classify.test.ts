import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { NO_PROFILE } from "../../../shared/accounts/profile.ts";
import { classify } from "../../../shared/ledger/classify.ts";
import type { NewEvent } from "../../../shared/ledger/schema.ts";
import { CLASSIFICATIONS, type Classification } from "../../../shared/schemes/supply-event.ts";
import { CLASSIFICATION_CASES, HOME } from "../../make/classification-cases.ts";
import { history } from "../../make/history.ts";
import { makeService } from "../../make/supply-event.ts";

const PROFILES = { home: HOME, none: NO_PROFILE };

/** As the ledger does it: the seat stands in for an establishment that is not named. */
function found(event: NewEvent, profile: "home" | "none", asked = event.classification_status) {
  const establishment_country =
    event.establishment_country ?? (profile === "home" ? HOME.establishment_country : undefined);
  return classify({ ...event, establishment_country }, PROFILES[profile], asked);
}

test.for(CLASSIFICATION_CASES)("%s (profile: %s)", ([, profile, event, status, reasons]) => {
  expect(found(event, profile)).toEqual({
    classification_status: status,
    classification_reasons: reasons,
  });
});

describe("any event", () => {
  const anyEvent = history({ min: 1, max: 1 }).map(([event]) => event as NewEvent);
  const anyAsked = fc.constantFrom(...CLASSIFICATIONS);
  const strictness = (status: Classification) => CLASSIFICATIONS.indexOf(status);

  it("never becomes laxer than it is by what the caller asks", () => {
    fc.assert(
      fc.property(anyEvent, anyAsked, (event, asked) => {
        const own = found(event, "home", "classified");
        const after = found(event, "home", asked);
        expect(strictness(after.classification_status)).toBe(
          Math.max(strictness(own.classification_status), strictness(asked)),
        );
        expect(after.classification_reasons).toEqual(
          expect.arrayContaining([...own.classification_reasons]),
        );
      }),
    );
  });

  it("has reasons exactly when it is not classified", () => {
    fc.assert(
      fc.property(anyEvent, anyAsked, (event, asked) => {
        const { classification_status, classification_reasons } = found(event, "home", asked);
        expect(classification_reasons.length > 0).toBe(classification_status !== "classified");
      }),
    );
  });
});

it("a service is judged by every fixed establishment", () => {
  const fixed_establishments = ["FR", "IT", "PL"].map((country) => ({ country }));
  for (const { country } of fixed_establishments) {
    const event = makeService({ consumption_country: country as "FR" });
    expect(classify(event, { fixed_establishments }).classification_status).toBe("excluded");
    expect(classify(event, NO_PROFILE).classification_status).toBe("classified");
  }
});
