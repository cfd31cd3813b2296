import { useState } from "preact/hooks";
import type { Import, VatClient } from "../../../../client/src/eu-vat-client.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { useAction } from "../loading/use-action.ts";
import { Dialog } from "../parts/dialog.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { deedsFor, type ImportDeed } from "./import-deeds.ts";

type ImportActionsProps = { readonly of: Import; readonly onChanged: () => void };

/** Displays the available actions of the import; nothing for a read-only key. */
export function ImportActions({ of, onChanged }: ImportActionsProps) {
  const { say } = useReader();
  const { client, mayWrite } = useSession();
  const { busy, failure, run } = useAction();
  const [isAsking, ask] = useState(false);
  if (!mayWrite) return null;
  const start = (deed: ImportDeed) =>
    run(async () => {
      ask(false);
      await DEEDS[deed](client, of.id);
      onChanged();
    });
  return (
    <>
      {of.status === "checked" && <p>{say("imports.commitLead")}</p>}
      <p class="buttons">
        {deedsFor(of).map((deed) => (
          <button
            key={deed}
            type="button"
            class={deed === "commit" ? "primary" : ""}
            disabled={busy}
            onClick={() => (deed === "undo" ? ask(true) : start(deed))}
          >
            {say(`deed.${deed}`)}
          </button>
        ))}
      </p>
      <ActionFailure failure={failure} />
      {isAsking && <UndoQuestion onClose={() => ask(false)} onSure={() => start("undo")} />}
    </>
  );
}

const DEEDS: Readonly<Record<ImportDeed, (client: VatClient, id: string) => Promise<unknown>>> = {
  // The checked file is stored, so it is not uploaded again.
  commit: (client, id) => client.startImport({ path: { id }, body: { dry_run: false } }),
  cancel: (client, id) => client.cancelImport({ path: { id } }),
  retry: (client, id) => client.retryImport({ path: { id } }),
  settle: (client, id) => client.settleImport({ path: { id } }),
  undo: (client, id) => client.undoImport({ path: { id } }),
};

type UndoQuestionProps = { readonly onClose: () => void; readonly onSure: () => void };

/** Explains the effects of an undo before it is confirmed. */
function UndoQuestion({ onClose, onSure }: UndoQuestionProps) {
  const { say } = useReader();
  return (
    <Dialog title={say("undo.title")} onClose={onClose}>
      <ul>
        <li>{say("undo.out")}</li>
        <li>{say("undo.locked")}</li>
        <li>{say("undo.refunds")}</li>
        <li>{say("undo.words")}</li>
      </ul>
      <p class="buttons">
        <button type="button" class="primary" onClick={onSure}>
          {say("undo.sure")}
        </button>
      </p>
    </Dialog>
  );
}
