import { expect, test } from "vitest";
import { formatNamed } from "../../../../shared/filing/portal-files/formats.ts";
import { establishmentNeeds } from "../../../../shared/filing/portal-files/neutral-return.ts";
import { declaredReturn, makeRow, neutralIn } from "../../../make/f1-return.ts";

const from = (country: "PL" | "IT" | "BE", section: "2c" | "2d") =>
  makeRow({
    section,
    supply_kind: section === "2c" ? "services" : "goods",
    from_member_state: country,
  });

const ROWS = [
  from("PL", "2d"),
  makeRow(),
  from("IT", "2d"),
  from("PL", "2d"),
  from("IT", "2c"),
  from("BE", "2d"),
];

test.for<[string, string[]]>([
  // Of a dispatch the Slovak form names the country alone (Art. 369g(3)).
  ["sk_dposs", ["BE 2d", "IT 2d 2c needed", "PL 2d"]],
  ["se_oss001", ["BE 2d needed", "IT 2d 2c needed", "PL 2d needed"]],
  ["xi_hmrc", ["BE 2d", "IT 2d 2c", "PL 2d"]],
])(
  "%s asks for the number of each Member State of origin once, in their order",
  ([name, needs]) => {
    const neutral = neutralIn("SK", declaredReturn(ROWS));
    const found = establishmentNeeds(formatNamed(name), neutral).map(
      ({ country, sections, required }) =>
        [country, ...sections, ...(required ? ["needed"] : [])].join(" "),
    );
    expect(found).toEqual(needs);
  },
);
