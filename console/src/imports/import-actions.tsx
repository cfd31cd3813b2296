import { useState } from "preact/hooks";
import type { Import, VatClient } from "../../../client/src/eu-vat-client.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { useAction } from "../loading/use-action.ts";
import { useReader, useSession } from "../session/console-context.ts";
import { addressOf } from "../shell/page.ts";
import { deedsFor, hasNewRows, type ImportDeed } from "./import-deeds.ts";
import { UndoQuestion } from "./undo-question.tsx";

type ImportActionsProps = { readonly of: Import; readonly onChanged: () => void };

/** Displays the available actions of the import; nothing for a read-only key. */
export function ImportActions({ of, onChanged }: ImportActionsProps) {
  const { say } = useReader();
  const { client, may } = useSession();
  const { busy, failure, run } = useAction();
  const [isAsking, ask] = useState(false);
  if (!may("startImport")) return null;
  const start = (deed: ImportDeed) =>
    run(async () => {
      ask(false);
      await DEEDS[deed](client, of.id);
      onChanged();
    });
  return (
    <>
      {of.status === "checked" && (
        <p>{say(hasNewRows(of) ? "imports.commitLead" : "imports.nothingNew")}</p>
      )}
      <p class="buttons">
        {deedsFor(of).map((deed) => (
          <button
            key={deed}
            type="button"
            class={deed === "commit" && hasNewRows(of) ? "primary" : ""}
            disabled={busy}
            onClick={() => (deed === "undo" ? ask(true) : start(deed))}
          >
            <DeedText of={of} deed={deed} />
          </button>
        ))}
        <NextFile of={of} />
      </p>
      <ActionFailure failure={failure} />
      {isAsking && <UndoQuestion of={of} onClose={() => ask(false)} onSure={() => start("undo")} />}
    </>
  );
}

function DeedText({ of, deed }: { readonly of: Import; readonly deed: ImportDeed }) {
  const { say } = useReader();
  if (deed !== "commit") return <>{say(`deed.${deed}`)}</>;
  return (
    <>{hasNewRows(of) ? say.many("deed.commit", of.counts.committed) : say("deed.commitNothing")}</>
  );
}

const ENDED: readonly Import["status"][] = [
  "checked",
  "completed",
  "failed",
  "cancelled",
  "undone",
];

/** Leads to the form for another file, when nothing is to be committed any more. */
function NextFile({ of }: { readonly of: Import }) {
  const { say } = useReader();
  if (!ENDED.includes(of.status) || (of.status === "checked" && hasNewRows(of))) return null;
  return <a href={addressOf({ name: "imports", id: undefined })}>{say("imports.next")}</a>;
}

const DEEDS: Readonly<Record<ImportDeed, (client: VatClient, id: string) => Promise<unknown>>> = {
  // The checked file is stored, so it is not uploaded again.
  commit: (client, id) => client.startImport({ path: { id }, body: { dry_run: false } }),
  cancel: (client, id) => client.cancelImport({ path: { id } }),
  retry: (client, id) => client.retryImport({ path: { id } }),
  settle: (client, id) => client.settleImport({ path: { id } }),
  undo: (client, id) => client.undoImport({ path: { id } }),
};
