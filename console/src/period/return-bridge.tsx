import type { BridgeLine, Warning } from "../../../client/src/eu-vat-client.ts";
import type { FigurePart } from "../events/opened-figure.ts";
import { sourceEventsOfWarning } from "../events/source-events.ts";
import { Loaded } from "../loading/loaded.tsx";
import { useLoad } from "../loading/use-load.ts";
import { BridgeLines } from "../parts/bridge-lines.tsx";
import { Card } from "../parts/card.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { addressOf } from "../shell/page.ts";
import type { PartProps } from "./part-props.ts";
import { parametersOf } from "./return-identity.ts";

/** Displays the way from the files of shops, and the recorded events, to the return. Each excluded line opens its events. */
export function ReturnBridgeCard({ identity, onOpen }: PartProps) {
  const { say } = useReader();
  const { client } = useSession();
  const { scheme, period, registration } = identity;
  const found = useLoad(`bridge ${scheme} ${period} ${registration}`, (signal) =>
    client.getReturnBridge(parametersOf(identity), { signal }),
  );
  const partOf = (code: Warning["code"]): FigurePart => ({
    heading: say.code(code),
    sourceEvents: sourceEventsOfWarning(identity, code),
  });
  const openerOf = ({ stage, code, codes }: BridgeLine) => {
    if (stage !== "ledger" || codes.length === 0) return undefined;
    const parts = codes.map((reason) => partOf(reason as Warning["code"]));
    return () => onOpen({ parts, title: say(`bridge.line.${code}`) });
  };
  return (
    <Card title={say("bridge.title")}>
      <p class="muted">{say("bridge.lead")}</p>
      <Loaded of={found}>
        {({ lines, unknown }) => (
          <>
            <BridgeLines lines={lines ?? []} unknown={unknown} openerOf={openerOf} />
            <ImportsOf lines={lines ?? []} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

/** Links to the imports whose files have rows of the period. */
function ImportsOf({ lines }: { readonly lines: readonly BridgeLine[] }) {
  const { say } = useReader();
  const links = lines.find(({ code }) => code === "in_files")?.links ?? [];
  const ids = links.flatMap((link) => /^\/v1\/imports\/([^/]+)\//.exec(link)?.[1] ?? []);
  if (ids.length === 0) return null;
  return (
    <p class="buttons">
      {ids.map((id) => (
        <a key={id} href={addressOf({ name: "imports", id })}>
          {say("imports.one")} {id.slice(0, 8)}
        </a>
      ))}
    </p>
  );
}
