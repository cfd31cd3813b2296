import type { Connection } from "../../../client/src/eu-vat-client.ts";
import { ActionForm } from "../loading/action-form.tsx";
import { textIn } from "../loading/typed.ts";
import { usePolling } from "../loading/use-polling.ts";
import { Field } from "../parts/field.tsx";
import { Notice } from "../parts/notice.tsx";
import { useReader, useSession } from "../session/console-context.ts";

type CatchUpProps = { readonly connection: Connection; readonly onChanged: () => void };

/** Displays what the last catch-up has found, and begins another one. */
export function CatchUp({ connection, onChanged }: CatchUpProps) {
  const { say } = useReader();
  const { may } = useSession();
  const { access, catch_up, paused } = connection;
  const isUnderWay = catch_up !== null && catch_up.done_at === null;
  usePolling(isUnderWay, onChanged);
  return (
    <>
      <h3>{say("catchUp.title")}</h3>
      {access ? <AccessStatus of={access} /> : <p>{say("catchUp.noAccess")}</p>}
      {catch_up && <Found of={catch_up} />}
      {may("startCatchUp") && access && !paused && !isUnderWay && (
        <Begin connection={connection} onChanged={onChanged} />
      )}
    </>
  );
}

function AccessStatus({ of }: { readonly of: NonNullable<Connection["access"]> }) {
  const { say, format } = useReader();
  const { address, fault } = of;
  return (
    <>
      <p>
        <bdi class="lines">{address}</bdi>
      </p>
      {fault && (
        <Notice level={fault.code === "scope_missing" ? "warn" : "bad"}>
          <p>{say.code(`access.fault.${fault.code}`)}</p>
          {fault.reaches_back_to && (
            <p>{say("catchUp.reachesBackTo", { day: format.day(fault.reaches_back_to) })}</p>
          )}
          <p class="muted">
            <bdi>{fault.message}</bdi>
          </p>
          <p>{say("connections.faultSince", { instant: format.instant(fault.since) })}</p>
        </Notice>
      )}
    </>
  );
}

function Found({ of }: { readonly of: NonNullable<Connection["catch_up"]> }) {
  const { say, format } = useReader();
  const counts = {
    orders: format.count(of.orders),
    changed: format.count(of.changed),
    taken_back: format.count(of.taken_back),
    not_booked: format.count(of.not_booked),
  };
  return (
    <div role="status">
      <p>
        {say.code(`catchUp.${of.state}`)}{" "}
        {say(of.done_at ? "catchUp.ended" : "catchUp.reached", {
          instant: format.instant(of.done_at ?? of.reached),
        })}{" "}
        {of.retry_at && say("catchUp.retry", { instant: format.instant(of.retry_at) })}
      </p>
      <p>{say("catchUp.found", counts)}</p>
      {of.not_booked > 0 && <p>{say("catchUp.notBooked", counts)}</p>}
    </div>
  );
}

/** Begins a catch-up, from a day on if one is chosen. */
function Begin({ connection: { id, source_id, access }, onChanged }: CatchUpProps) {
  const { say } = useReader();
  const { client } = useSession();
  const isDoubtful = access?.fault?.code === "orders_missing";
  async function begin(typed: FormData) {
    const from = textIn(typed, "from");
    const confirm_missing = typed.has("confirm_missing");
    await client.startCatchUp({
      path: { id },
      body: { ...(from && { from }), ...(confirm_missing && { confirm_missing }) },
    });
    onChanged();
  }
  return (
    <ActionForm
      class="import-fields"
      button={
        <>
          {say("catchUp.begin")}
          <span class="unseen"> {source_id}</span>
        </>
      }
      look=""
      send={begin}
    >
      <Field label={say("catchUp.from")} help={say("catchUp.from.help")}>
        <input type="date" name="from" />
      </Field>
      {isDoubtful && (
        <label class="choice">
          <input type="checkbox" name="confirm_missing" /> {say("catchUp.confirmMissing")}
        </label>
      )}
    </ActionForm>
  );
}
