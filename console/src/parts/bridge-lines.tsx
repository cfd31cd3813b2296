import type { BridgeLine, ReturnBridge } from "../../../client/src/eu-vat-client.ts";
import {
  inCurrencies,
  lineInWords,
  lineWord,
  type ShownLine,
} from "../../../shared/imports/bridge/shown-lines.ts";
import type { OpenedFigure } from "../events/opened-figure.ts";
import { useReader } from "../session/console-context.ts";
import type { Say } from "../texts/say.ts";
import { DataTable, figureColumn } from "./data-table.tsx";
import { OpeningFigure } from "./opening-figure.tsx";

type BridgeGap = ReturnBridge["unknown"][number];

type BridgeLinesProps = {
  readonly lines: readonly BridgeLine[];
  readonly unknown: readonly BridgeGap[];
  /** Returns what a line opens; undefined for a line without rows and events. */
  readonly openedBy: (line: BridgeLine) => OpenedFigure | undefined;
  readonly onOpen: (figure: OpenedFigure) => void;
};

/** Displays the lines of a bridge, a row for each currency, and what the bridge does not know. */
export function BridgeLines({ lines, unknown, openedBy, onOpen }: BridgeLinesProps) {
  const { say, format } = useReader();
  const amountColumn = (
    head: string,
    name: "gross_amount_minor" | "taxable_amount_minor" | "vat_amount_minor",
  ) =>
    figureColumn(head, ({ amount }: ShownLine) =>
      amount && amount[name] !== null ? format.amount(amount[name], amount.currency) : "",
    );
  return (
    <>
      {unknown.map((gap) => (
        <p key={gap.code} class="muted">
          {gapText(gap, say, format.day)}
        </p>
      ))}
      <DataTable
        caption={say("bridge.title")}
        columns={[
          { head: say("bridge.line"), cell: ({ line }) => lineInWords(line, say.language) },
          figureColumn(say("bridge.count"), ({ line, at }: ShownLine) => {
            const opened = openedBy(line);
            const text = format.count(line.count);
            if (at > 0) return "";
            if (!opened) return text;
            return (
              <OpeningFigure
                title={lineWord(line.code, say.language)}
                onOpen={() => onOpen(opened)}
              >
                {text}
              </OpeningFigure>
            );
          }),
          amountColumn(say("bridge.gross"), "gross_amount_minor"),
          amountColumn(say("standing.taxable"), "taxable_amount_minor"),
          amountColumn(say("event.vat"), "vat_amount_minor"),
        ]}
        rows={inCurrencies(lines)}
        keyOf={({ line, at }) => `${line.stage} ${line.code} ${at}`}
      />
    </>
  );
}

const gapText = ({ code, count, before }: BridgeGap, say: Say, day: (day: string) => string) =>
  say(`bridge.unknown.${code}`, { count: String(count ?? ""), day: before ? day(before) : "" });
