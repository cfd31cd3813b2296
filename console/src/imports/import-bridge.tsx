import { useState } from "preact/hooks";
import type { BridgeLine, Import } from "../../../client/src/eu-vat-client.ts";
import { EventsDrawer } from "../events/events-drawer.tsx";
import { openedLine, partsOfLine } from "../events/line-parts.ts";
import type { OpenedFigure } from "../events/opened-figure.ts";
import { Loaded } from "../loading/loaded.tsx";
import { useLoad } from "../loading/use-load.ts";
import { BridgeLines } from "../parts/bridge-lines.tsx";
import { Card } from "../parts/card.tsx";
import { useReader, useSession } from "../session/console-context.ts";

/** Displays the way from the amounts in the file to what was committed. Each left-out line opens its rows. */
export function ImportBridgeCard({ of: { id, status } }: { readonly of: Import }) {
  const reader = useReader();
  const { client } = useSession();
  const [opened, open] = useState<OpenedFigure>();
  const found = useLoad(`bridge of import ${id} ${status}`, (signal) =>
    client.getImportBridge({ path: { id } }, { signal }),
  );
  const openedBy = (line: BridgeLine) => openedLine(line, partsOfLine(line, reader), reader);
  return (
    <Card title={reader.say("bridge.ofImport")}>
      <p class="muted">{reader.say("bridge.importLead")}</p>
      <Loaded of={found}>
        {(bridge) => <BridgeLines {...bridge} openedBy={openedBy} onOpen={open} />}
      </Loaded>
      {opened && <EventsDrawer {...opened} onClose={() => open(undefined)} />}
    </Card>
  );
}
