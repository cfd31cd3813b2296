import { OPERATIONS } from "../../../client/src/generated.ts";
import type { Operation } from "../../../client/src/options.ts";
import { includes, type RoleName } from "../../../shared/accounts/people/role-order.ts";

export type OperationName = keyof typeof OPERATIONS;

/** True if the caller of the session may call an operation. */
export type May = (operation: OperationName) => boolean;

const rowOf = (operation: OperationName): Operation => OPERATIONS[operation];

export const mayWithKey =
  (isFull: boolean): May =>
  (operation) =>
    isFull || !rowOf(operation).fullKey;

/** Returns the role that a person needs for an operation of accounts or organisations. */
export function roleFor(operation: OperationName): RoleName {
  const { role = "viewer" } = rowOf(operation);
  return role === "operator" ? "owner" : role;
}

/** Returns the permissions of a person with a role, by the role that the row of the operation names. */
export const mayAs =
  (role: RoleName | undefined): May =>
  (operation) =>
    includes(role, roleFor(operation));
