import { useState } from "preact/hooks";
import { ActionButton } from "../loading/action-button.tsx";
import { Notice } from "../parts/notice.tsx";
import { parametersOf, type ReturnIdentity } from "../period/return-identity.ts";
import { useReader, useSession } from "../session/console-context.ts";

/** Marks the figures of a return as prepared, for another person to lock; hidden from keys, which are no persons. */
export function PreparedMark({ identity }: { readonly identity: ReturnIdentity }) {
  const { say } = useReader();
  const { client, may, role } = useSession();
  const [count, setCount] = useState(0);
  if (role === undefined || !may("prepareReturn")) return null;
  async function mark() {
    const { marks } = await client.prepareReturn(parametersOf(identity));
    setCount(marks.length);
  }
  return (
    <>
      {count > 0 && <Notice level="good">{say.many("prepared.done", count)}</Notice>}
      <ActionButton act={mark}>{say("prepared.mark")}</ActionButton>
    </>
  );
}
