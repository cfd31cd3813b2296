import { useState } from "preact/hooks";
import { ActionForm } from "../loading/action-form.tsx";
import { textIn } from "../loading/typed.ts";
import { Choice } from "../parts/choice.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Field } from "../parts/field.tsx";
import { useReader } from "../session/console-context.ts";
import type { BoardFiltersProps } from "./board-filters.tsx";
import { forgetView, keepView, keptViews } from "./board-view.ts";
import { useOrganisation } from "./people-context.ts";

/** Offers the views of the board that the reader has kept, and keeps the present one. */
export function KeptViews({ view, onView }: BoardFiltersProps) {
  const { say } = useReader();
  const { id: organisation } = useOrganisation();
  const [kept, setKept] = useState(() => keptViews(organisation));
  const [isNaming, setNaming] = useState(false);
  const shown = kept.find((one) => JSON.stringify(one.view) === JSON.stringify(view));
  async function keep(typed: FormData) {
    setKept(keepView(organisation, { name: textIn(typed, "name"), view }));
    setNaming(false);
  }
  return (
    <>
      {kept.length > 0 && (
        <Field label={say("board.view")} width="narrow">
          <Choice
            value={shown?.name ?? ""}
            none={say("board.noView")}
            options={kept.map(({ name }) => [name, name])}
            onChoose={(name) => onView(kept.find((one) => one.name === name)?.view ?? {})}
          />
        </Field>
      )}
      {shown ? (
        <button type="button" onClick={() => setKept(forgetView(organisation, shown.name))}>
          {say("board.forget")}
        </button>
      ) : (
        <button
          type="button"
          disabled={Object.keys(view).length === 0}
          onClick={() => setNaming(true)}
        >
          {say("board.keep")}
        </button>
      )}
      {isNaming && (
        <Dialog title={say("board.keep")} onClose={() => setNaming(false)}>
          <ActionForm button={say("board.keep")} send={keep}>
            <Field label={say("board.viewName")} help={say("board.viewHelp")}>
              <input name="name" required maxLength={60} autocomplete="off" />
            </Field>
          </ActionForm>
        </Dialog>
      )}
    </>
  );
}
