import { expect, it, test } from "vitest";
import type { IsoDate } from "../../../../shared/core/calendar/dates.ts";
import type { ProfileHistory } from "../../../../shared/vat/seller/profile.ts";
import type { Registration } from "../../../../shared/vat/seller/registration.ts";
import {
  RegistrationHint,
  registrationHints,
} from "../../../../shared/vat/seller/registration-rules.ts";
import { makeRegistration } from "../../../make/registration.ts";

const Q2 = { from: "2026-04-01" as IsoDate, to: "2026-06-30" as IsoDate };

const row = (establishment_country: string, ...fixed: string[]) => ({
  establishment_country,
  fixed_establishments: fixed.map((country) => ({ country })),
});
const SE_THEN_FI: ProfileHistory["rows"] = [
  { ...row("FI"), valid_from: "2026-05-16" as IsoDate },
  row("SE"),
];

const union = (state: "SE" | "FI" | "XI", more: object = {}) =>
  makeRegistration({ member_state_identification: state, ...more });
const nonUnion = makeRegistration({ scheme_type: "non_union_oss" });
const imports = (more: object = {}) => makeRegistration({ scheme_type: "ioss", ...more });

test.for<[string, ProfileHistory["rows"], Registration, string | undefined]>([
  ["at the seat", [row("SE")], union("SE"), undefined],
  ["in another state than the seat's", [row("SE")], union("FI"), "registration_elsewhere"],
  ["where only an establishment is", [row("SE", "FI")], union("FI"), "registration_elsewhere"],
  ["seat outside, at an establishment", [row("US", "FI")], union("FI"), undefined],
  ["seat in Northern Ireland", [row("XI")], union("XI"), undefined],
  ["nothing is known", [], union("FI"), undefined],
  [
    "moved within the quarter, before",
    SE_THEN_FI,
    union("SE", { status: "ended", effective_to: "2026-05-15" }),
    undefined,
  ],
  [
    "moved within the quarter, after",
    SE_THEN_FI,
    union("FI", { effective_from: "2026-05-16" }),
    undefined,
  ],
  [
    "moved too early",
    SE_THEN_FI,
    union("FI", { effective_from: "2026-05-01" }),
    "registration_elsewhere",
  ],
  ["of other days", [row("SE")], union("FI", { effective_from: "2026-07-01" }), undefined],
  ["retired", [row("SE")], union("FI", { status: "excluded" }), undefined],
  ["non-Union, seat outside the Union", [row("US")], nonUnion, undefined],
  ["non-Union, seat in the Union", [row("SE")], nonUnion, "non_union_established_in_union"],
  [
    "non-Union, an establishment in the Union",
    [row("US", "IE")],
    nonUnion,
    "non_union_established_in_union",
  ],
  [
    "non-Union, seat in Northern Ireland, which counts for goods only",
    [row("XI")],
    nonUnion,
    undefined,
  ],
  ["non-Union, nothing is known", [], nonUnion, undefined],
  ["imports, seat in China", [row("CN")], imports(), "intermediary_required"],
  [
    "imports, seat in China, with an intermediary's number",
    [row("CN")],
    imports({ ioss_intermediary_number_masked: "IN*******89" }),
    undefined,
  ],
  [
    "imports, seat in China, with an intermediary's name",
    [row("CN")],
    imports({ ioss_intermediary_name: "Ombud AB" }),
    undefined,
  ],
  [
    "imports, seat in China, an establishment in the Union",
    [row("CN", "DE")],
    imports(),
    undefined,
  ],
  ["imports, seat in Norway", [row("NO")], imports(), undefined],
  ["imports, seat in the Union", [row("SE")], imports(), undefined],
  ["imports, nothing is known", [], imports(), undefined],
])("%s", ([, rows, registration, code]) => {
  const hints = registrationHints([registration], { rows }, Q2);
  expect(hints.map((hint) => [hint.code, hint.registration_id])).toEqual(
    code ? [[code, registration.id]] : [],
  );
  for (const hint of hints) {
    expect(RegistrationHint.parse(hint)).toEqual(hint);
    expect(hint.message).toMatch(/Art\. 3\d\d/);
  }
});

it("judges each registration from a day on without a last day", () => {
  const later = union("FI", { effective_from: "2027-01-01" });
  const [hint] = registrationHints([later], { rows: [row("SE")] }, { from: Q2.from });
  expect(hint?.message).toContain("on 2027-01-01 SE identifies");
});
