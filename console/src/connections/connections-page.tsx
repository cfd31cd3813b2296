import { useState } from "preact/hooks";
import { Loaded } from "../loading/loaded.tsx";
import { useLoad } from "../loading/use-load.ts";
import { Card } from "../parts/card.tsx";
import { PageTitle } from "../parts/page-title.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { ConnectionCard } from "./connection-card.tsx";
import { loadConnections } from "./load-connections.ts";
import { NewConnectionForm } from "./new-connection-form.tsx";
import { RatesFileCard } from "./rates-file-card.tsx";

/** Lists the connected shops, each with the steps that are left, and connects another one. */
export function ConnectionsPage() {
  const { say } = useReader();
  const { client, may } = useSession();
  const [made, setMade] = useState<string>();
  const known = useLoad("connections", (signal) => loadConnections(client, signal));
  return (
    <>
      <PageTitle lead={say("connections.lead")}>{say("nav.connections")}</PageTitle>
      <Loaded of={known}>
        {(value) => (
          <div class="stack">
            {value.connections.length === 0 && <p class="muted">{say("connections.none")}</p>}
            {value.connections.map((shop) => (
              <ConnectionCard
                key={shop.id}
                connection={shop}
                isNew={shop.id === made}
                onChanged={known.again}
              />
            ))}
            {may("createConnection") && (
              <Card title={say("connections.add")}>
                <NewConnectionForm
                  known={value}
                  onMade={(id) => {
                    setMade(id);
                    known.again();
                  }}
                />
              </Card>
            )}
            <RatesFileCard />
          </div>
        )}
      </Loaded>
    </>
  );
}
