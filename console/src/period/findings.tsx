import type { CheckCount, Warning } from "../../../client/src/eu-vat-client.ts";
import { sourceEventsOfCheck, sourceEventsOfWarning } from "../events/source-events.ts";
import { Badge } from "../parts/badge.tsx";
import { Card } from "../parts/card.tsx";
import { DataTable, figureColumn } from "../parts/data-table.tsx";
import type { Level } from "../parts/level.ts";
import { OpeningFigure } from "../parts/opening-figure.tsx";
import { useReader } from "../session/console-context.ts";
import type { PartProps } from "./part-props.ts";
import { sinceColumns } from "./since-columns.ts";
import { compare } from "./since-lock.ts";

const COMPARABLE = {
  keyOf: ({ code }: Warning): string => code,
  empty: (row: Warning): Warning => ({ ...row, count: 0 }),
};

/** Lists the exclusions of the return, with their number of events. */
export function LeftOut({ facts: { shown, today }, identity, onOpen }: PartProps) {
  const { say, format } = useReader();
  const compared = compare(shown.warnings, today?.warnings, COMPARABLE);
  return (
    <Card title={say("leftOut.title")}>
      <DataTable
        caption={say("leftOut.title")}
        columns={[
          { head: say("leftOut.reason"), cell: ({ code }: Warning) => say.code(code) },
          figureColumn(say("events.title"), ({ code, count }: Warning) => (
            <OpeningFigure
              onOpen={() =>
                onOpen({
                  sourceEvents: sourceEventsOfWarning(identity, code),
                  title: say.code(code),
                })
              }
            >
              {format.count(count)}
            </OpeningFigure>
          )),
          ...sinceColumns(compared, [
            {
              head: say("column.sinceEvents"),
              figureOf: ({ count }) => count,
              text: format.countChange,
            },
          ]),
        ]}
        rows={compared.rows}
        keyOf={COMPARABLE.keyOf}
        empty={say("leftOut.none")}
      />
    </Card>
  );
}

const LEVELS: Readonly<Record<CheckCount["severity"], Level>> = {
  blocking: "bad",
  warning: "warn",
  info: "info",
};

/** Lists the checks of the events as they stand, which exclude nothing but should be reviewed. */
export function Checks({ facts: { readiness, lock }, identity, onOpen }: PartProps) {
  const { say, format } = useReader();
  if (!readiness) return null;
  return (
    <Card title={say("checks.title")}>
      {!lock && readiness.negative_row_count > 0 && (
        <p>{say.many("checks.negativeRows", readiness.negative_row_count)}</p>
      )}
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
          figureColumn(say("events.title"), ({ code, count }: CheckCount) => (
            <OpeningFigure
              onOpen={() =>
                onOpen({
                  sourceEvents: sourceEventsOfCheck(identity, code),
                  title: say.code(code),
                })
              }
            >
              {format.count(count)}
            </OpeningFigure>
          )),
        ]}
        rows={readiness.checks}
        keyOf={({ code }) => code}
        empty={say("checks.none")}
      />
    </Card>
  );
}
