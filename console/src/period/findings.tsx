import type { CheckCount } from "../../../client/src/eu-vat-client.ts";
import type { ShownFigure } from "../events/opened-figure.ts";
import { type SourceEvents, sourceEventsOfCheck } from "../events/source-events.ts";
import { Badge } from "../parts/badge.tsx";
import { Card } from "../parts/card.tsx";
import { type Column, DataTable, figureColumn } from "../parts/data-table.tsx";
import type { Level } from "../parts/level.ts";
import { OpenQuestions } from "../questions/open-questions.tsx";
import { useReader } from "../session/console-context.ts";
import type { ChangingPartProps, PartProps } from "./part-props.ts";
import { ReturnFigure } from "./return-figure.tsx";

type Counted = { readonly code: string; readonly count: number };

type CountOf<Row> = (row: Row) => SourceEvents;

/** Returns what displays a number of events, which opens them. */
function useCount(onOpen: PartProps["onOpen"]) {
  const { say } = useReader();
  return (text: string, { code }: Counted, sourceEvents: SourceEvents, shown: ShownFigure) => (
    <ReturnFigure
      onOpen={onOpen}
      title={say.code(code)}
      parts={shown.value === 0 ? [] : [{ sourceEvents, shown }]}
    >
      {text}
    </ReturnFigure>
  );
}

function useCountColumn(onOpen: PartProps["onOpen"]) {
  const { say, format } = useReader();
  const count = useCount(onOpen);
  return <Row extends Counted>(sourceEventsOf: CountOf<Row>): Column<Row> =>
    figureColumn(say("events.title"), (row) =>
      count(format.count(row.count), row, sourceEventsOf(row), {
        measure: "count",
        value: row.count,
      }),
    );
}

const LEVELS: Readonly<Record<CheckCount["severity"], Level>> = {
  blocking: "bad",
  warning: "warn",
  info: "info",
};

/** Lists the open questions, and the checks of the events as they stand, which exclude nothing but should be reviewed. */
export function Checks({ facts, identity, onOpen, onChanged }: ChangingPartProps) {
  const { say } = useReader();
  const countColumn = useCountColumn(onOpen);
  const { questions, readiness } = facts;
  const isOpen = questions.length > 0;
  const checks = readiness?.checks ?? [];
  if (!isOpen && !readiness) return null;
  return (
    <Card title={say("checks.title")}>
      <OpenQuestions {...{ facts, identity, onChanged }} lead="question.lead" />
      {(checks.length > 0 || !isOpen) && (
        <DataTable
          caption={say("checks.title")}
          columns={[
            { head: say("checks.finding"), cell: ({ code }: CheckCount) => say.code(code) },
            {
              head: say("checks.severity"),
              cell: ({ severity }: CheckCount) => (
                <Badge level={LEVELS[severity]}>{say(`severity.${severity}`)}</Badge>
              ),
            },
            countColumn<CheckCount>(({ code }) => sourceEventsOfCheck(identity, code)),
          ]}
          rows={checks}
          keyOf={({ code }) => code}
          empty={say("checks.none")}
        />
      )}
    </Card>
  );
}
