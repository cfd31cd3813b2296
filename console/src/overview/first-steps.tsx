import type { ComponentChildren } from "preact";
import type { AccountProfile, DueReturn, VatClient } from "../../../client/src/eu-vat-client.ts";
import { NewImport } from "../imports/new-import.tsx";
import { Loaded } from "../loading/loaded.tsx";
import type { Loading } from "../loading/use-load.ts";
import { Card } from "../parts/card.tsx";
import { Icon } from "../parts/icon.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { FirstRegistration } from "../settings/first-registration.tsx";
import { addressOf } from "../shell/page.ts";
import { dueReturns, pageOf, returnName } from "./due-returns.ts";
import { useOverviewAgain } from "./overview-context.ts";

type Progress = {
  readonly profile: AccountProfile;
  readonly isRegistered: boolean;
  readonly hasSales: boolean;
};

export async function loadProgress(client: VatClient, signal: AbortSignal): Promise<Progress> {
  const first = { query: { limit: 1 } };
  const [profile, registrations, events] = await Promise.all([
    client.getAccount({}, { signal }),
    client.listRegistrations(first, { signal }),
    client.listSupplyEvents(first, { signal }),
  ]);
  return {
    profile,
    isRegistered: registrations.items.length > 0,
    hasSales: events.items.length > 0,
  };
}

type FirstStepsProps = {
  readonly of: Loading<Progress | undefined>;
  readonly returns: readonly DueReturn[];
  /** Called by who has no sales to import, but returns to file. */
  readonly onNoSales: () => void;
  /** True if the returns below are the next step. */
  readonly isStarted: boolean;
};

/** Displays the steps from an empty account to its first return; the next one is done in place. */
export function FirstSteps({ of, returns, onNoSales, isStarted }: FirstStepsProps) {
  const { say } = useReader();
  const { may } = useSession();
  const overviewAgain = useOverviewAgain();
  const progress = of.state === "ready" ? of.value : undefined;
  const hasBusiness =
    progress !== undefined &&
    progress.profile.establishment_country !== null &&
    progress.isRegistered;
  const isNext = hasBusiness && !isStarted;
  function onSaved() {
    of.again();
    overviewAgain();
  }
  return (
    <Card title={say("first.title")}>
      <ol class="checklist">
        <Step number={1} name="business" isDone={hasBusiness}>
          {!hasBusiness && may("putAccount") && may("createRegistration") && (
            <Loaded of={of}>
              {(value) => value && <FirstRegistration {...value} onSaved={onSaved} />}
            </Loaded>
          )}
          {hasBusiness && <FiledBefore returns={returns} />}
        </Step>
        <Step number={2} name="sales" isDone={isStarted}>
          {isNext && may("createImport") && <NewImport />}
          {isNext && may("lockNilReturns") && (
            <p>
              <button type="button" class="small" onClick={onNoSales}>
                {say("first.noSales")}
              </button>
            </p>
          )}
        </Step>
        <Step number={3} name="return" isDone={false} />
      </ol>
    </Card>
  );
}

/** Asks whether earlier returns were filed elsewhere, and leads to the first one, where that is recorded. */
function FiledBefore({ returns }: Pick<FirstStepsProps, "returns">) {
  const words = useReader();
  const { say } = words;
  const { may } = useSession();
  const first = dueReturns(returns).find(({ state }) => state === "open");
  if (!first || !may("recordOpening")) return null;
  return (
    <p>
      {say("first.elsewhere")}{" "}
      <a href={addressOf(pageOf("period", first, returns))}>
        {say("first.elsewhere.record", returnName(first, returns, words))}
      </a>
    </p>
  );
}

type StepProps = {
  readonly number: number;
  readonly name: "business" | "sales" | "return";
  readonly isDone: boolean;
  readonly children?: ComponentChildren;
};

function Step({ number, name, isDone, children }: StepProps) {
  const { say } = useReader();
  return (
    <li>
      <span class={isDone ? "step-mark good" : "step-mark"}>
        {isDone ? <Icon name="check" /> : number}
      </span>
      <div class="stack">
        <p>
          <strong>{say(`first.${name}`)}</strong>
          {isDone && <span class="unseen"> {say("bulk.result.done")}</span>}
          <small class="why">{say(`first.why.${name}`)}</small>
        </p>
        {children}
      </div>
    </li>
  );
}
