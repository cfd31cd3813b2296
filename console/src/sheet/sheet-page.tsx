import { useState } from "preact/hooks";
import { ActionFailure } from "../loading/action-failure.tsx";
import { Loaded } from "../loading/loaded.tsx";
import { useAction } from "../loading/use-action.ts";
import { useLoad } from "../loading/use-load.ts";
import { Card } from "../parts/card.tsx";
import { Choice } from "../parts/choice.tsx";
import { Field } from "../parts/field.tsx";
import { Notice } from "../parts/notice.tsx";
import { PageTitle } from "../parts/page-title.tsx";
import { usePrintedMargin, usePrintedSignature } from "../parts/printed-pages.ts";
import { periodToShow } from "../period/period-choice.ts";
import { PeriodSwitch, UnknownPeriod } from "../period/period-switch.tsx";
import {
  pathParametersOf,
  type ReturnIdentity,
  registrationQuery,
} from "../period/return-identity.ts";
import { useReader, useSession } from "../session/console-context.ts";
import { addressOf, type ReturnPlace, schemeName } from "../shell/page.ts";
import { PrintedSheet } from "./printed-sheet.tsx";
import { SheetControls } from "./sheet-controls.tsx";
import { SheetLine } from "./sheet-line.tsx";
import { linesByPart, partName, type Sheet } from "./sheet-lines.ts";

const DECIMALS = [
  ["point", "1234.50"],
  ["comma", "1234,50"],
] as const;
type Decimal = (typeof DECIMALS)[number][0];

/** Displays a return as lines to type into a portal, with a copy button for each figure and ticks that are kept. */
export function SheetPage({ scheme, period: chosen, registration }: ReturnPlace) {
  const { say, format } = useReader();
  const { client } = useSession();
  const [decimal, choose] = useState<Decimal>();
  const period = periodToShow(scheme, chosen, new Date());
  const identity = { scheme, period, registration };
  const query = { ...registrationQuery(identity), ...(decimal ? { decimal } : {}) };
  const sheet = useLoad(`sheet ${scheme} ${period} ${registration} ${decimal}`, (signal) =>
    client.getEntrySheet({ path: pathParametersOf(identity), query }, { signal }),
  );
  return (
    <>
      <PageTitle
        actions={
          <>
            <a class="button" href={addressOf({ name: "filing", ...identity })}>
              {say("sheet.toFiling")}
            </a>
            <button type="button" onClick={() => print()}>
              {say("sheet.print")}
            </button>
          </>
        }
      >
        {say("sheet.title", { scheme: schemeName(scheme, say), period: format.period(period) })}
      </PageTitle>
      <PeriodSwitch {...identity} page="sheet" />
      <UnknownPeriod asked={chosen} shown={period} />
      <Loaded of={sheet}>
        {(value) => (
          <SheetBody
            key={`${period} ${value.decimal_sign}`}
            loaded={value}
            identity={identity}
            query={query}
            onDecimal={choose}
          />
        )}
      </Loaded>
    </>
  );
}

type SheetBodyProps = {
  readonly loaded: Sheet;
  readonly identity: ReturnIdentity;
  readonly query: { readonly registration_id?: number; readonly decimal?: Decimal };
  readonly onDecimal: (decimal: Decimal) => void;
};

function SheetBody({ loaded, identity, query, onDecimal }: SheetBodyProps) {
  const { say } = useReader();
  const { client } = useSession();
  const { busy, failure, run } = useAction();
  const [sheet, show] = useState(loaded);
  usePrintedMargin("number", usePrintedName(sheet, identity));
  usePrintedSignature(sheet);
  const [status, setStatus] = useState("");
  const onTick = (line_id: string, ticked: boolean) =>
    run(async () => {
      const body = { line_ids: [line_id], ticked };
      show(await client.tickEntrySheet({ path: pathParametersOf(identity), query, body }));
    });
  return (
    <div class="stack">
      <SheetNotes sheet={sheet} onDecimal={onDecimal} />
      <p role="status">
        {say("sheet.progress", {
          done: String(sheet.ticked_count),
          all: String(sheet.lines.length),
        })}{" "}
        {status}
      </p>
      <ActionFailure failure={failure} />
      <div class="stack on-screen">
        {linesByPart(sheet).map(([part, lines]) => (
          <Card key={part} title={partName(part, say)}>
            <ul class="sheet-lines">
              {lines.map((line) => (
                <SheetLine
                  key={line.line_id}
                  line={line}
                  sheet={sheet}
                  busy={busy}
                  onTick={onTick}
                  onCopied={(text) => setStatus(say("sheet.copied", { text }))}
                />
              ))}
            </ul>
          </Card>
        ))}
      </div>
      <PrintedSheet sheet={sheet} />
      <SheetControls sheet={sheet} />
    </div>
  );
}

/** Returns the name of the return with its state and number, as far as it is kept, for printed pages. */
function usePrintedName({ lines, status }: Sheet, { scheme, period }: ReturnIdentity): string {
  const { say, format } = useReader();
  const number = lines
    .flatMap(({ cells }) => cells)
    .find(({ field }) => field === "identification_number")?.text;
  return [schemeName(scheme, say), format.period(period), number, say(`state.${status}`)]
    .filter(Boolean)
    .join(" · ");
}

function SheetNotes({ sheet, onDecimal }: Pick<SheetBodyProps, "onDecimal"> & { sheet: Sheet }) {
  const { say, format } = useReader();
  const state = format.country(sheet.member_state_identification);
  return (
    <>
      {sheet.status === "open" && <Notice level="warn">{say("sheet.open_return")}</Notice>}
      <p class="lead">{say("sheet.form", { state, column: sheet.column })}</p>
      {!sheet.is_decimal_sign_known && <p class="muted">{say("sheet.sign_unknown")}</p>}
      {sheet.is_nil && <Notice level="info">{say("sheet.nil")}</Notice>}
      <div class="on-screen">
        <Field label={say.code("field.decimal_sign")}>
          <Choice
            value={sheet.decimal_sign === "," ? "comma" : "point"}
            options={DECIMALS}
            onChoose={(decimal) => decimal && onDecimal(decimal)}
          />
        </Field>
      </div>
    </>
  );
}
