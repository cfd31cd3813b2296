import { Choice } from "../parts/choice.tsx";
import type { Described } from "../parts/field.tsx";
import { hasLeft } from "../session/person.ts";
import { useOrganisation, usePeople } from "./people-context.ts";

type ClientSelectProps = Described & {
  readonly name: string;
  /** The text of the choice of no client. */
  readonly none?: string;
};

/** Displays a choice of the clients of the organisation, by name. */
export function ClientSelect(props: ClientSelectProps) {
  const { id } = useOrganisation();
  const { clients = [] } = usePeople();
  const own = clients.filter((client) => client.organisation === id && !hasLeft(client));
  return <Choice {...props} options={own.map(({ account, name }) => [account, name])} />;
}
