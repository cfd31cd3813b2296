import { useState } from "preact/hooks";
import { ActionFailure } from "../loading/action-failure.tsx";
import { useAction } from "../loading/use-action.ts";
import { Notice } from "../parts/notice.tsx";
import {
  pathParametersOf,
  type ReturnIdentity,
  registrationQuery,
} from "../period/return-identity.ts";
import { useReader, useSession } from "../session/console-context.ts";

/** Marks the figures of a return as prepared, for another person to lock; hidden from keys, which are no persons. */
export function PreparedMark({ identity }: { readonly identity: ReturnIdentity }) {
  const { say } = useReader();
  const { client, may, role } = useSession();
  const { busy, failure, run } = useAction();
  const [count, setCount] = useState(0);
  if (role === undefined || !may("prepareReturn")) return null;
  const mark = () =>
    run(async () => {
      const { marks } = await client.prepareReturn({
        path: pathParametersOf(identity),
        query: registrationQuery(identity),
      });
      setCount(marks.length);
    });
  return (
    <>
      {count > 0 && <Notice level="good">{say.many("prepared.done", count)}</Notice>}
      <p>
        <button type="button" disabled={busy} onClick={mark}>
          {say("prepared.mark")}
        </button>
      </p>
      <ActionFailure failure={failure} />
    </>
  );
}
