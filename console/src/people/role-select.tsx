import { ROLES, type RoleName } from "../../../shared/accounts/people/role-order.ts";
import type { Described } from "../parts/field.tsx";
import { useReader } from "../session/console-context.ts";

type RoleSelectProps = Described & {
  readonly name?: string;
  readonly value?: RoleName | null;
  readonly disabled?: boolean;
  readonly "aria-label"?: string;
  /** The text of the choice of no role; without it a role must be chosen. */
  readonly none?: string;
  readonly onChoose?: (role: RoleName | null) => void;
};

/** Displays a choice of roles, each with what it allows. */
export function RoleSelect({ value, none, onChoose, ...rest }: RoleSelectProps) {
  const { say } = useReader();
  return (
    <select
      {...rest}
      {...(value === undefined ? {} : { value: value ?? "" })}
      onChange={({ currentTarget }) =>
        onChoose?.(ROLES.find((role) => role === currentTarget.value) ?? null)
      }
    >
      {none !== undefined && <option value="">{none}</option>}
      {ROLES.map((role) => (
        <option key={role} value={role}>
          {say(`role.${role}`)}
        </option>
      ))}
    </select>
  );
}
