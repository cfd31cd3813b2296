import { ROLES, type RoleName } from "../../../shared/accounts/people/role-order.ts";
import { Choice } from "../parts/choice.tsx";
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

/** Displays a choice of roles, each with what it allows; one that is already given, as in a table, by name alone. */
export function RoleSelect({ value, onChoose, ...rest }: RoleSelectProps) {
  const { say } = useReader();
  return (
    <Choice
      {...rest}
      {...(value === undefined ? {} : { value: value ?? "" })}
      options={ROLES.map((role) => [
        role,
        value === undefined ? say(`role.${role}`) : say.code(`role.${role}`),
      ])}
      onChoose={(role) => onChoose?.(role ?? null)}
    />
  );
}
