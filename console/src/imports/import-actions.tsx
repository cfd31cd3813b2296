import { useEffect, useState } from "preact/hooks";
import type { Import, VatClient } from "../../../client/src/eu-vat-client.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { useAction } from "../loading/use-action.ts";
import { dueReturns, returnName } from "../overview/due-returns.ts";
import { nextStep } from "../overview/next-step.ts";
import { useOverview, useOverviewAgain } from "../overview/overview-context.ts";
import { useQuestion } from "../parts/question.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { addressOf } from "../shell/page.ts";
import type { Say } from "../texts/say.ts";
import { actionsFor, hasEntries, hasNewRows, type ImportAction } from "./import-action-rules.ts";
import { UndoQuestion } from "./undo-question.tsx";

type ImportActionsProps = { readonly of: Import; readonly onChanged: () => void };

/** Displays the available actions of the import; nothing for a read-only key. */
export function ImportActions({ of, onChanged }: ImportActionsProps) {
  const { say } = useReader();
  const { client, may } = useSession();
  const { busy, failure, run } = useAction();
  const [isUndoing, undo] = useState(false);
  const { ask, question } = useQuestion();
  const overviewAgain = useOverviewAgain();
  useEffect(() => overviewAgain(), [of.status, of.open_rows_settled_at, of.open_rows.length]);
  if (!may("startImport")) return null;
  const start = (action: ImportAction) =>
    run(async () => {
      undo(false);
      await ACTIONS[action](client, of.id);
      onChanged();
    });
  const press = (action: ImportAction) => {
    if (action === "undo") undo(true);
    else if (action === "settle") ask({ ...settleQuestion(of, say), onSure: () => start(action) });
    else start(action);
  };
  return (
    <>
      {of.status === "checked" && (
        <p>{say(hasNewRows(of) ? "imports.commitLead" : "imports.nothingNew")}</p>
      )}
      <p class="buttons">
        {actionsFor(of).map((action) => (
          <button
            key={action}
            type="button"
            class={action === "commit" && hasNewRows(of) ? "primary" : ""}
            disabled={busy}
            onClick={() => press(action)}
          >
            <ActionText of={of} action={action} />
          </button>
        ))}
        {of.status === "completed" && <NextReturn of={of} />}
        <NextFile of={of} />
      </p>
      <ActionFailure failure={failure} />
      {question}
      {isUndoing && (
        <UndoQuestion of={of} onClose={() => undo(false)} onSure={() => start("undo")} />
      )}
    </>
  );
}

const openRowsOf = ({ open_rows }: Import): number =>
  open_rows.reduce((sum, { row_count }) => sum + row_count, 0);

/** Returns the question before the open rows are left out, which nothing takes back. */
const settleQuestion = (of: Import, say: Say) => ({
  title: say("settle.title"),
  text: say.many("settle.rows", openRowsOf(of)),
  sure: say.many("action.settle", openRowsOf(of)),
});

function ActionText({ of, action }: { readonly of: Import; readonly action: ImportAction }) {
  const { say } = useReader();
  if (action === "settle") return <>{say.many("action.settle", openRowsOf(of))}</>;
  if (action !== "commit") return <>{say(`action.${action}`)}</>;
  if (!hasNewRows(of)) return <>{say("action.commitNothing")}</>;
  const rows = hasEntries(of) ? "action.commitEntries" : "action.commit";
  return <>{say.many(rows, of.counts.committed)}</>;
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

/** Leads to the most urgent return that has something to pay, unless it waits for this import itself. */
function NextReturn({ of }: Pick<ImportActionsProps, "of">) {
  const words = useReader();
  const overview = useOverview();
  if (overview.state !== "ready") return null;
  const { returns } = overview.value;
  const next = dueReturns(returns).find(
    (dueReturn) => dueReturn.payable_vat_minor && nextStep(dueReturn, returns).isTask,
  );
  if (!next) return null;
  const { text, to } = nextStep(next, returns);
  if (to.name === "imports" && to.id === of.id) return null;
  return (
    <a class="button primary" href={addressOf(to)}>
      {words.say("imports.nextReturn", {
        step: words.say(text),
        period: returnName(next, returns, words).period,
      })}
    </a>
  );
}

const ACTIONS: Readonly<Record<ImportAction, (client: VatClient, id: string) => Promise<unknown>>> =
  {
    // The checked file is stored, so it is not uploaded again.
    commit: (client, id) => client.startImport({ path: { id }, body: { dry_run: false } }),
    cancel: (client, id) => client.cancelImport({ path: { id } }),
    retry: (client, id) => client.retryImport({ path: { id } }),
    settle: (client, id) => client.settleImport({ path: { id } }),
    undo: (client, id) => client.undoImport({ path: { id } }),
  };
