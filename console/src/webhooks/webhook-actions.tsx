import { useState } from "preact/hooks";
import type { Webhook } from "../../../client/src/eu-vat-client.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { ActionForm } from "../loading/action-form.tsx";
import { useAction } from "../loading/use-action.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Question } from "../parts/question.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { EventChoice, eventsIn } from "./event-choice.tsx";
import { type FreshSecret, webhookName } from "./fresh-secret.ts";

type WebhookActionsProps = {
  readonly of: Webhook;
  readonly onChanged: () => void;
  readonly onSecret: (made: FreshSecret) => void;
  readonly onLog: () => void;
};

/** Displays the actions of a full key. A test opens the log, where its result appears. */
export function WebhookActions({ of, onChanged, onSecret, onLog }: WebhookActionsProps) {
  const { say } = useReader();
  const { client } = useSession();
  const { busy, failure, run } = useAction();
  const [asked, ask] = useState<"events" | "delete">();
  const { id, enabled } = of;
  const name = webhookName(of);
  const path = { id };
  const change = (work: () => Promise<unknown>) =>
    run(async () => {
      ask(undefined);
      await work();
      onChanged();
    });
  const does = (label: string, onClick: () => void, style?: string) => (
    <button type="button" class={style} disabled={busy} onClick={onClick}>
      {label}
      <span class="unseen"> {name}</span>
    </button>
  );
  const test = () => run(() => client.testWebhook({ path }).then(onLog));
  const rotate = () => run(() => client.rotateWebhookSecret({ path }).then(onSecret));
  const turn = () => change(() => client.updateWebhook({ path, body: { enabled: !enabled } }));
  const choose = async (typed: FormData) =>
    change(() => client.updateWebhook({ path, body: { events: eventsIn(typed) } }));
  return (
    <>
      <p class="buttons">
        <LogButton name={name} onClick={onLog} />
        {enabled && does(say("webhooks.test"), test)}
      </p>
      <p class="buttons">
        {does(say("webhooks.change"), () => ask("events"), "small")}
        {does(say("webhooks.rotate"), rotate, "small")}
        {does(enabled ? say("webhooks.disable") : say("webhooks.enable"), turn, "small")}
        {does(say("webhooks.delete"), () => ask("delete"), "small destructive")}
      </p>
      <ActionFailure failure={failure} />
      {asked === "events" && (
        <Dialog title={say("webhooks.change")} onClose={() => ask(undefined)}>
          <ActionForm button={say("settings.save")} send={choose}>
            <EventChoice chosen={of.events} />
          </ActionForm>
        </Dialog>
      )}
      {asked === "delete" && (
        <Question
          title={say("webhooks.deleteTitle")}
          sure={say("webhooks.deleteSure")}
          onClose={() => ask(undefined)}
          onSure={() => change(() => client.deleteWebhook({ path }))}
        >
          <p class="lines">
            <bdi>{name}</bdi>
          </p>
          <p>{say("webhooks.deleteLead")}</p>
        </Question>
      )}
    </>
  );
}

type LogButtonProps = { readonly name: string; readonly onClick: () => void };

/** Opens the deliveries of a webhook, which a read-only key may see too. */
export function LogButton({ name, onClick }: LogButtonProps) {
  const { say } = useReader();
  return (
    <button type="button" onClick={onClick}>
      {say("webhooks.log")}
      <span class="unseen"> {name}</span>
    </button>
  );
}
