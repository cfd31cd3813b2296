import { useState } from "preact/hooks";
import type { BoardRow, BulkRequest } from "../../../client/src/eu-vat-client.ts";
import { dayOf } from "../../../shared/core/calendar/dates.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { useAction } from "../loading/use-action.ts";
import { Field } from "../parts/field.tsx";
import { Notice } from "../parts/notice.tsx";
import { Question } from "../parts/question.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { AskFiles, toAsk } from "./ask-files.tsx";
import { type BulkAction, bulkRequest, rowsFor, takes, withOpenQuestions } from "./bulk-request.ts";
import { PaymentOrder, toPay } from "./payment-order.tsx";
import { useOrganisation } from "./people-context.ts";

type BulkBarProps = {
  readonly rows: readonly BoardRow[];
  readonly onJob: (job: string) => void;
  /** Loads the board again, which says what was asked for. */
  readonly onAsked: () => void;
};

/** The actions that need more than a press. */
type Pressed = BulkAction | "order" | "ask";

const ACTIONS: readonly BulkAction[] = [
  "check",
  "import",
  "prepare",
  "unprepare",
  "lock",
  "download",
  "file",
  "pay",
];

const FINAL = ["lock", "file", "pay"] as const;
type FinalAction = (typeof FINAL)[number];

/** Displays the actions on the chosen returns, each with the number of returns that it applies to. */
export function BulkBar({ rows, onJob, onAsked }: BulkBarProps) {
  const { say } = useReader();
  const { client } = useSession();
  const { id: organisation } = useOrganisation();
  const { busy, failure, run } = useAction();
  const [asked, ask] = useState<Asking>();
  if (rows.length === 0) return null;
  const close = () => ask(undefined);
  const send = async (body: BulkRequest) =>
    onJob((await client.createBulkJob({ path: { organisation }, body })).id);
  const press = (action: Pressed) => {
    if (isAsked(action)) ask(action);
    else run(() => send(bulkRequest(action, rows)));
  };
  return (
    <div class="sticky-bar at-end">
      <strong>{say.many("bulk.chosen", rows.length)}</strong>
      <ActionButtons rows={rows} busy={busy} onPress={press} />
      <ActionFailure failure={failure} />
      {asked === "ask" && (
        <AskFiles
          rows={rows}
          onClose={() => {
            close();
            onAsked();
          }}
        />
      )}
      {asked === "order" && (
        <PaymentOrder
          rows={rows}
          onClose={close}
          onOrder={(payments) => send({ ...bulkRequest("download", rows), payments })}
        />
      )}
      {isFinal(asked) && (
        <SureQuestion
          action={asked}
          rows={rowsFor(asked, rows)}
          onClose={close}
          onSure={(day) => {
            close();
            run(() => send(bulkRequest(asked, rows, day, say.language)));
          }}
        />
      )}
    </div>
  );
}

type Asking = FinalAction | "order" | "ask";

const isFinal = (action: Pressed | undefined): action is FinalAction =>
  FINAL.some((final) => final === action);

const isAsked = (action: Pressed): action is Asking =>
  action === "order" || action === "ask" || isFinal(action);

type ActionButtonsProps = Pick<BulkBarProps, "rows"> & {
  readonly busy: boolean;
  readonly onPress: (action: Pressed) => void;
};

function ActionButtons({ rows, busy, onPress }: ActionButtonsProps) {
  const { say, format } = useReader();
  const buttons = ACTIONS.map((action) => {
    const { length } = rowsFor(action, rows);
    return { action, text: say(`bulk.${action}`), length, isOff: !takes(action, length) };
  });
  const { length } = toPay(rows);
  const isOff = !takes("download", rowsFor("download", rows).length);
  const order = { action: "order", text: say("payment.order"), length, isOff } as const;
  const asking = { action: "ask", text: say("ask.many"), length: toAsk(rows).length } as const;
  const all: readonly Offered[] = [asking, ...buttons, order];
  // Hides actions that fit none of the chosen returns.
  const offered = all.filter(({ length }) => length > 0);
  return (
    <span class="buttons">
      {offered.map(({ action, text, length, isOff = false }) => (
        <button key={action} type="button" disabled={busy || isOff} onClick={() => onPress(action)}>
          {text} ({format.count(length)})
        </button>
      ))}
    </span>
  );
}

type Offered = {
  readonly action: Pressed;
  readonly text: string;
  readonly length: number;
  readonly isOff?: boolean;
};

type SureQuestionProps = {
  readonly action: FinalAction;
  readonly rows: readonly BoardRow[];
  readonly onClose: () => void;
  readonly onSure: (day: string) => void;
};

/** Asks whether many returns are to be locked, or recorded as filed or paid, and on which day they were. */
function SureQuestion({ action, rows, onClose, onSure }: SureQuestionProps) {
  const { say } = useReader();
  const open = withOpenQuestions(rows);
  const [day, setDay] = useState(() => dayOf(new Date()) as string);
  return (
    <Question
      title={say(`bulk.${action}`)}
      sure={say(`bulk.${action}`)}
      onClose={onClose}
      onSure={() => onSure(day)}
    >
      <p>{say.many(`bulk.sure.${action}`, rows.length)}</p>
      {action === "lock" && open > 0 && (
        <Notice level="warn">{say.many("bulk.sure.open", open)}</Notice>
      )}
      {action !== "lock" && (
        <Field label={say(action === "pay" ? "payment.day" : "code.field.filed_at")} width="narrow">
          <input
            type="date"
            value={day}
            onInput={({ currentTarget: { value } }) => setDay(value)}
          />
        </Field>
      )}
    </Question>
  );
}
