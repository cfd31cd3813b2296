import type { VatClient } from "../../../client/src/eu-vat-client.ts";
import { Loaded } from "../loading/loaded.tsx";
import { useLoad } from "../loading/use-load.ts";
import { Card } from "../parts/card.tsx";
import { Icon } from "../parts/icon.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { addressOf, type Page } from "../shell/page.ts";
import type { OverviewFacts } from "./load-overview.ts";

type Step = {
  readonly name: "business" | "registration" | "sales" | "return";
  readonly isDone: boolean;
  readonly to: Page;
};

/** Displays the steps from an empty account to its first return; the next one is the primary action of the page. */
export function FirstSteps({ facts }: { readonly facts: OverviewFacts }) {
  const { say } = useReader();
  const { client, account } = useSession();
  const progress = useLoad(`first steps ${account}`, (signal) => loadProgress(client, signal));
  return (
    <Card title={say("first.title")}>
      <Loaded of={progress}>{(value) => <Steps steps={stepsOf(value, facts)} />}</Loaded>
    </Card>
  );
}

type Progress = { readonly hasSeat: boolean; readonly hasSales: boolean };

async function loadProgress(client: VatClient, signal: AbortSignal): Promise<Progress> {
  const [account, events] = await Promise.all([
    client.getAccount({}, { signal }),
    client.listSupplyEvents({ query: { limit: 1 } }, { signal }),
  ]);
  return { hasSeat: account.establishment_country !== null, hasSales: events.items.length > 0 };
}

const stepsOf = ({ hasSeat, hasSales }: Progress, { returns }: OverviewFacts): Step[] => [
  { name: "business", isDone: hasSeat, to: { name: "settings" } },
  { name: "registration", isDone: returns.length > 0, to: { name: "settings" } },
  { name: "sales", isDone: hasSales, to: { name: "imports", id: undefined } },
  {
    name: "return",
    isDone: false,
    to: { name: "filing", scheme: "union-oss", period: undefined },
  },
];

function Steps({ steps }: { readonly steps: readonly Step[] }) {
  const { say } = useReader();
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <ol class="checklist">
      {steps.map((step, n) => (
        <li key={step.name}>
          <span class={step.isDone ? "step-mark good" : "step-mark"}>
            {step.isDone ? <Icon name="check" /> : n + 1}
          </span>
          <div>
            <p>
              <strong>{say(`first.${step.name}`)}</strong>
              {step.isDone && <span class="unseen"> {say("bulk.result.done")}</span>}
            </p>
            <p class="muted small">{say(`first.why.${step.name}`)}</p>
          </div>
          {!step.isDone && (
            <a class={step === next ? "button primary" : "button"} href={addressOf(step.to)}>
              {say(`first.do.${step.name}`)}
            </a>
          )}
        </li>
      ))}
    </ol>
  );
}
