import type { Import } from "../../../client/src/eu-vat-client.ts";
import { Loaded } from "../loading/loaded.tsx";
import { useLoad } from "../loading/use-load.ts";
import { BridgeLines } from "../parts/bridge-lines.tsx";
import { Card } from "../parts/card.tsx";
import { useReader, useSession } from "../session/console-context.ts";

/** Displays the way from the amounts in the file to what was committed; the reasons below open the rows. */
export function ImportBridgeCard({ of: { id, status } }: { readonly of: Import }) {
  const { say } = useReader();
  const { client } = useSession();
  const found = useLoad(`bridge of import ${id} ${status}`, (signal) =>
    client.getImportBridge({ path: { id } }, { signal }),
  );
  return (
    <Card title={say("bridge.ofImport")}>
      <p class="muted">{say("bridge.importLead")}</p>
      <Loaded of={found}>{(bridge) => <BridgeLines {...bridge} />}</Loaded>
    </Card>
  );
}
