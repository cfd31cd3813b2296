import * as z from "zod";

/** The roles of persons, from the least to the most. A role includes those before it. */
const ROLES = ["viewer", "preparer", "approver", "owner"] as const;

/**
 * A role: `viewer` reads; `preparer` also imports, commits and decides; `approver` also locks, makes files and records
 * filings; `owner` also manages members, keys and settings.
 */
export const Role = z.enum(ROLES);
export type Role = (typeof ROLES)[number];

/** True if a person with the role may do what requires `required`. */
export const includes = (role: Role | undefined, required: Role): boolean =>
  role !== undefined && ROLES.indexOf(role) >= ROLES.indexOf(required);

/** Returns the greater of two roles. */
export const greater = (one: Role | undefined, other: Role | undefined): Role | undefined =>
  other !== undefined && (one === undefined || includes(other, one)) ? other : one;
