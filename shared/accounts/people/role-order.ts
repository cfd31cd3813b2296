/** The roles of persons, from the least to the most. A role includes those before it. */
export const ROLES = ["viewer", "preparer", "approver", "owner"] as const;

export type RoleName = (typeof ROLES)[number];

/** True if a person with the role may do what requires `required`. */
export const includes = (role: RoleName | undefined, required: RoleName): boolean =>
  role !== undefined && ROLES.indexOf(role) >= ROLES.indexOf(required);

export const higherRole = (
  role: RoleName | undefined,
  otherRole: RoleName | undefined,
): RoleName | undefined => (role === undefined || includes(otherRole, role) ? otherRole : role);
