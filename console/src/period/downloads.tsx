import { saveFile } from "../downloads/save.ts";
import { hasDecimalComma } from "../format/locale.ts";
import { ActionButton } from "../loading/action-button.tsx";
import { ActionFailure } from "../loading/action-failure.tsx";
import { useAction } from "../loading/use-action.ts";
import { Card } from "../parts/card.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { addressOf } from "../shell/page.ts";
import type { PartProps } from "./part-props.ts";
import { pathParametersOf, registrationQuery } from "./return-identity.ts";

const VIEWS = ["summary", "breakdown"] as const;

/** Offers the current return as files: the working paper, and both views as CSV for the reader's spreadsheet. */
export function Downloads({ identity, facts: { lock } }: PartProps) {
  const { say } = useReader();
  const { client } = useSession();
  const { busy, failure, run } = useAction();
  const path = pathParametersOf(identity);
  const registration = registrationQuery(identity);
  const workingPaper = () =>
    run(async () => {
      const { bytes, fileName } = await client.getWorkingPaper({
        path,
        query: { language: say.language, ...registration },
      });
      saveFile(bytes as Uint8Array<ArrayBuffer>, fileName);
    });
  const table = (view: (typeof VIEWS)[number]) =>
    run(async () => {
      const form = hasDecimalComma(say.locale)
        ? ({ delimiter: "semicolon", decimal: "comma" } as const)
        : {};
      const query = { view, format: "csv", manifest: "once", ...form, ...registration } as const;
      saveFile(
        await client.exportReturn({ path, query }),
        `${path.scheme}-${path.period}-${view}.csv`,
      );
    });
  return (
    <Card title={say("downloads.title")}>
      <p class="muted">
        {say(lock ? "downloads.leadLocked" : "downloads.lead")}{" "}
        {lock && (
          <a href={addressOf({ name: "filing", ...identity })}>{say("downloads.toStored")}</a>
        )}
      </p>
      <p class="row">
        <button type="button" disabled={busy} onClick={workingPaper}>
          {say("files.workingPaper")}
        </button>
        {VIEWS.map((view) => (
          <button key={view} type="button" disabled={busy} onClick={() => table(view)}>
            {say(`downloads.${view}`)}
          </button>
        ))}
      </p>
      {busy && <progress aria-label={say("downloads.making")} />}
      <ActionFailure failure={failure} />
    </Card>
  );
}

/** Saves the report of a return for its accountant: a page to read, print and sign. */
export function ReportButton({ identity }: Pick<PartProps, "identity">) {
  const { say } = useReader();
  const { client } = useSession();
  async function save() {
    const path = pathParametersOf(identity);
    const query = {
      format: "html",
      language: say.language,
      ...registrationQuery(identity),
    } as const;
    const page = await client.getReturnForAccountant({ path, query });
    saveFile(page, `${path.scheme}-${path.period}-report.html`);
  }
  return <ActionButton act={save}>{say("files.report")}</ActionButton>;
}
