import { useState } from "preact/hooks";
import { Loaded } from "../loading/loaded.tsx";
import { useLoad } from "../loading/use-load.ts";
import { Card } from "../parts/card.tsx";
import { PageTitle } from "../parts/page-title.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import type { FreshSecret } from "./fresh-secret.ts";
import { NewWebhookForm } from "./new-webhook-form.tsx";
import { ShownSecret } from "./shown-secret.tsx";
import { WebhookCard } from "./webhook-card.tsx";

/** Lists the webhooks. A new secret is displayed only once. */
export function WebhooksPage() {
  const { say } = useReader();
  const { client } = useSession();
  const webhooks = useLoad("webhooks", (signal) => client.listWebhooks({}, { signal }));
  const [fresh, setFresh] = useState<FreshSecret>();
  const show = (made: FreshSecret | undefined) => {
    setFresh(made);
    webhooks.again();
  };
  return (
    <>
      <PageTitle lead={say("webhooks.lead")}>{say("nav.webhooks")}</PageTitle>
      <div class="stack">
        {fresh && <ShownSecret of={fresh} onClose={() => setFresh(undefined)} />}
        <Loaded of={webhooks}>
          {({ items }) =>
            items.length === 0 ? (
              <p class="muted">{say("webhooks.none")}</p>
            ) : (
              items.map((subscription) => (
                <WebhookCard
                  key={subscription.id}
                  webhook={subscription}
                  onChanged={webhooks.again}
                  onSecret={show}
                />
              ))
            )
          }
        </Loaded>
        <NewWebhookCard onMade={show} />
      </div>
    </>
  );
}

function NewWebhookCard({ onMade }: { readonly onMade: (made: FreshSecret) => void }) {
  const { say } = useReader();
  const { may } = useSession();
  if (!may("createWebhook")) return null;
  return (
    <Card title={say("webhooks.add")}>
      <NewWebhookForm onMade={onMade} />
    </Card>
  );
}
