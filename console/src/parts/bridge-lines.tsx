import type { BridgeLine, ReturnBridge } from "../../../client/src/eu-vat-client.ts";
import { useReader } from "../session/console-context.ts";
import type { Say } from "../texts/say.ts";
import { DataTable, figureColumn } from "./data-table.tsx";
import { OpeningFigure } from "./opening-figure.tsx";

type BridgeGap = ReturnBridge["unknown"][number];

/** A line in one of its currencies; a line without an amount has none. */
type LineInCurrency = {
  readonly line: BridgeLine;
  readonly at: number;
  readonly amount: BridgeLine["amounts"][number] | undefined;
};

const SIGNS: Readonly<Record<BridgeLine["sign"], string>> = { plus: "+", minus: "−", equals: "=" };

const inCurrencies = (line: BridgeLine): LineInCurrency[] =>
  line.amounts.length === 0
    ? [{ line, at: 0, amount: undefined }]
    : line.amounts.map((amount, at) => ({ line, at, amount }));

type BridgeLinesProps = {
  readonly lines: readonly BridgeLine[];
  readonly unknown: readonly BridgeGap[];
  /** Returns what opens the events of a line; undefined for a line that opens otherwise. */
  readonly openerOf?: (line: BridgeLine) => (() => void) | undefined;
};

/** Displays the lines of a bridge, a row for each currency, and what the bridge does not know. */
export function BridgeLines({ lines, unknown, openerOf }: BridgeLinesProps) {
  const { say, format } = useReader();
  const nameOf = ({ line }: LineInCurrency) =>
    `${SIGNS[line.sign]} ${say(`bridge.line.${line.code}`)}`;
  const amountColumn = (
    head: string,
    name: "gross_amount_minor" | "taxable_amount_minor" | "vat_amount_minor",
  ) =>
    figureColumn(head, ({ amount }: LineInCurrency) =>
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
          { head: say("bridge.line"), cell: nameOf },
          figureColumn(say("bridge.count"), ({ line, at }: LineInCurrency) => {
            const open = openerOf?.(line);
            const text = format.count(line.count);
            if (at > 0) return "";
            if (!open) return text;
            return (
              <OpeningFigure title={say(`bridge.line.${line.code}`)} onOpen={open}>
                {text}
              </OpeningFigure>
            );
          }),
          amountColumn(say("bridge.gross"), "gross_amount_minor"),
          amountColumn(say("standing.taxable"), "taxable_amount_minor"),
          amountColumn(say("event.vat"), "vat_amount_minor"),
        ]}
        rows={lines.flatMap(inCurrencies)}
        keyOf={({ line, at }) => `${line.stage} ${line.code} ${at}`}
      />
    </>
  );
}

const gapText = ({ code, count, before }: BridgeGap, say: Say, day: (day: string) => string) =>
  say(`bridge.unknown.${code}`, { count: String(count ?? ""), day: before ? day(before) : "" });
