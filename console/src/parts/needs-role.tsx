import { useReader, useSession } from "../session/console-context.ts";
import { type OperationName, roleFor } from "../session/permission.ts";

/** Names the role that an action needs, to a person whose role is smaller; nothing for a key, and for who may act. */
export function NeedsRole({ operation }: { readonly operation: OperationName }) {
  const { say } = useReader();
  const { may, role } = useSession();
  if (role === undefined || may(operation)) return null;
  return <p class="muted">{say("needsRole", { role: say.code(`role.${roleFor(operation)}`) })}</p>;
}
