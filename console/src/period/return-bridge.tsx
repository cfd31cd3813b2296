import type { BridgeLine, LockedReturn } from "../../../client/src/eu-vat-client.ts";
import { openedLine, partsOfLine } from "../events/line-parts.ts";
import type { FigurePart } from "../events/opened-figure.ts";
import { Loaded } from "../loading/loaded.tsx";
import { useLoad } from "../loading/use-load.ts";
import { BridgeLines } from "../parts/bridge-lines.tsx";
import { Card } from "../parts/card.tsx";
import { useReader, useSession, type Words } from "../session/console-context.ts";
import { addressOf } from "../shell/page.ts";
import { notSetOff, partsOfFigure } from "./figure-parts.ts";
import type { PartProps } from "./part-props.ts";
import { parametersOf } from "./return-identity.ts";

/** Loads the bridge of a return. */
export function useBridge({ scheme, period, registration }: PartProps["identity"]) {
  const { client } = useSession();
  return useLoad(`bridge ${scheme} ${period} ${registration}`, (signal) =>
    client.getReturnBridge(parametersOf({ scheme, period, registration }), { signal }),
  );
}

/** Displays the way from the files of shops, and the recorded events, to the return. Each line opens its rows or events. */
export function ReturnBridgeCard(props: PartProps) {
  const reader = useReader();
  const { say } = reader;
  const found = useBridge(props.identity);
  function openedBy(line: BridgeLine) {
    if (line.stage !== "return") {
      return openedLine(line, partsOfLine(line, reader, props.identity), reader);
    }
    const opened = openedLine(line, partsOfReturnLine(line, props, reader), reader);
    return opened && { ...opened, note: noteOf(line, props.facts.shown, reader) };
  }
  return (
    <Card title={say("bridge.title")}>
      <p class="muted">{say("bridge.lead")}</p>
      <Loaded of={found}>
        {({ lines, unknown }) => (
          <>
            {lines?.some(({ code }) => code === "in_files") && (
              <p class="muted">{say("bridge.afterRefunds")}</p>
            )}
            <BridgeLines
              lines={lines ?? []}
              unknown={unknown}
              openedBy={openedBy}
              onOpen={props.onOpen}
            />
            <ImportsOf lines={lines ?? []} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

/** Returns why a line is not the sum of what it opens: balances below zero, and events that come to nothing. */
function noteOf({ code, count }: BridgeLine, shown: LockedReturn, reader: Words) {
  const isWhole = code === "in_return" || code === "payable";
  const counted = [...shown.rows, ...shown.corrections].map(({ event_count }) => event_count);
  const apart = isWhole ? counted.reduce((left, own) => left - own, count) : 0;
  const isOfBalances = code === "payable" || code === "negative_balances";
  const notes = [
    isOfBalances ? notSetOff(reader, shown) : undefined,
    apart > 0 ? reader.say.many("bridge.inNoRow", apart) : undefined,
  ];
  return notes.filter(Boolean).join(" ") || undefined;
}

const WHOLE = ["rows", "corrections", "late"] as const;

/**
 * Returns the amounts of the return that a line adds up; none of the conversion, which has no events. What is in the
 * return is named by its VAT, because the events of rows that come to nothing are in no row.
 */
function partsOfReturnLine({ code }: BridgeLine, props: PartProps, reader: Words): FigurePart[] {
  if (code === "late_changes") {
    return partsOfFigure(props, reader, { of: ["late"], measure: "count" });
  }
  if (code === "in_return" || code === "payable") {
    return partsOfFigure(props, reader, { of: WHOLE, measure: "vat" });
  }
  if (code !== "negative_balances") return [];
  return props.facts.shown.balances
    .filter(({ payable_vat_minor }) => payable_vat_minor < 0)
    .flatMap(({ member_state_of_consumption }) => {
      const named = { member_state_of_consumption };
      const state = reader.format.country(member_state_of_consumption);
      return partsOfFigure(props, reader, { of: WHOLE, measure: "vat", named }).map((part) => ({
        ...part,
        heading: [state, part.heading].filter(Boolean).join(", "),
      }));
    });
}

/** Links to the imports whose files have rows of the period. */
function ImportsOf({ lines }: { readonly lines: readonly BridgeLine[] }) {
  const { say, format } = useReader();
  const links = lines.find(({ code }) => code === "in_files")?.links ?? [];
  const ids = links.flatMap((link) => /^\/v1\/imports\/([^/]+)\//.exec(link)?.[1] ?? []);
  if (ids.length === 0) return null;
  return (
    <p class="buttons">
      {ids.map((id) => (
        <a key={id} href={addressOf({ name: "imports", id })}>
          {say("imports.one")} {format.day(id.replace(/^(\d{4})(\d\d)(\d\d).*/, "$1-$2-$3"))}
        </a>
      ))}
    </p>
  );
}
