import { expect, test } from "vitest";
import {
  higherRole,
  includes,
  ROLES,
  type RoleName,
} from "../../../../shared/accounts/people/role-order.ts";

test.for(ROLES.map((role, n) => [role, n] as const))(
  "%s includes itself and those before it",
  ([role, n]) => {
    expect(ROLES.filter((required) => includes(role, required))).toEqual(ROLES.slice(0, n + 1));
    expect(includes(undefined, role)).toBe(false);
  },
);

test.for<[RoleName | undefined, RoleName | undefined, RoleName | undefined]>([
  [undefined, undefined, undefined],
  ["viewer", undefined, "viewer"],
  [undefined, "viewer", "viewer"],
  ["viewer", "owner", "owner"],
  ["owner", "viewer", "owner"],
  ["approver", "approver", "approver"],
])("of %s and %s the greater is %s", ([one, other, expected]) => {
  expect(higherRole(one, other)).toBe(expected);
});
