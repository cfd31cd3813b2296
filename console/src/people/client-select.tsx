import type { Described } from "../parts/field.tsx";
import { useOrganisation, usePeople } from "./people-context.ts";

type ClientSelectProps = Described & {
  readonly name: string;
  /** The text of the choice of no client. */
  readonly none?: string;
};

/** Displays a choice of the clients of the organisation, by name. */
export function ClientSelect({ name, none, ...described }: ClientSelectProps) {
  const { id } = useOrganisation();
  const { clients = [] } = usePeople();
  return (
    <select name={name} {...described}>
      {none !== undefined && <option value="">{none}</option>}
      {clients
        .filter(({ organisation }) => organisation === id)
        .map((client) => (
          <option key={client.account} value={client.account}>
            {client.name}
          </option>
        ))}
    </select>
  );
}
