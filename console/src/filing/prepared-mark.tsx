import { useState } from "preact/hooks";
import { ActionButton } from "../loading/action-button.tsx";
import { Notice } from "../parts/notice.tsx";
import { Toast } from "../parts/toast.tsx";
import { parametersOf, type ReturnIdentity } from "../period/return-identity.ts";
import { useReader, useSession } from "../session/console-context.ts";

/** Marks the figures of a return as prepared, for another person to lock; hidden from keys, which are no persons. */
export function PreparedMark({ identity }: { readonly identity: ReturnIdentity }) {
  const { say } = useReader();
  const { client, may, role } = useSession();
  const [count, setCount] = useState(0);
  if (role === undefined || !may("prepareReturn")) return null;
  const [isMarked, setMarked] = useState(false);
  const mark = async (prepared: boolean) => {
    const { path, query } = parametersOf(identity);
    const { marks } = await client.prepareReturn({
      path,
      query: { ...query, prepared: prepared ? "true" : "false" },
    });
    setCount(marks.length);
    setMarked(prepared);
  };
  return (
    <>
      {count > 0 && <Notice level="good">{say.many("prepared.done", count)}</Notice>}
      <ActionButton act={() => mark(true)}>{say("prepared.mark")}</ActionButton>
      {isMarked && (
        <Toast undo={() => mark(false)} onClose={() => setMarked(false)}>
          {say("prepared.marked")}
        </Toast>
      )}
    </>
  );
}
