import { useState } from "preact/hooks";
import { dayOf } from "../../../shared/core/calendar/dates.ts";
import { saveFile } from "../downloads/save.ts";
import { ActionForm } from "../loading/action-form.tsx";
import { useLoad } from "../loading/use-load.ts";
import { Card } from "../parts/card.tsx";
import { Choice } from "../parts/choice.tsx";
import { Field } from "../parts/field.tsx";
import { Notice } from "../parts/notice.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import {
  classesOf,
  keepDownload,
  type Pair,
  RATES_SHOPS,
  type RatesShop,
  storedDownload,
  withAnother,
} from "./rates-download.ts";

type Made = { readonly name: string; readonly scope: string; readonly missing: string };

/** Makes the file with which a shop that computes VAT by itself takes over the rates of a day. */
export function RatesFileCard() {
  const { say, format } = useReader();
  const { client, account } = useSession();
  const [last, setLast] = useState(() => storedDownload(account));
  const [shop, setShop] = useState<RatesShop>(last.shop);
  const [pairs, setPairs] = useState<readonly Pair[]>(last.pairs);
  const [made, setMade] = useState<Made>();
  async function download(typed: FormData) {
    setMade(undefined);
    const on = String(typed.get("on"));
    const query = {
      on: on as NonNullable<RatesQuery>["on"],
      class: classesOf(pairs),
      ...(typed.has("destination") && { scope: "destination" as const }),
    };
    const { data, response } = await client.getRatesFile({ path: { shop }, query }).withResponse();
    const of = (name: string) => response.headers.get(name) ?? "";
    const name = /filename="(.*)"/.exec(of("content-disposition"))?.[1] ?? shop;
    saveFile(data, name);
    const kept = { shop, pairs, day: dayOf(new Date()) };
    keepDownload(account, kept);
    setLast(kept);
    setMade({ name, scope: of("x-rates-file-scope"), missing: of("x-rates-file-missing") });
  }
  return (
    <Card title={say("ratesFile.title")}>
      <div class="stack">
        <p class="muted">{say("ratesFile.lead")}</p>
        {last.day && <p>{say("ratesFile.last", { day: format.day(last.day) })}</p>}
        <ActionForm
          button={say("ratesFile.download")}
          look=""
          send={download}
          outcome={made && <Outcome of={made} />}
        >
          <div class="row">
            <Field label={say("connections.kind")} name="shop">
              <Choice
                name="shop"
                value={shop}
                options={RATES_SHOPS.map((name) => [name, say.code(`ratesShop.${name}`)])}
                onChoose={(chosen = shop) => setShop(chosen)}
              />
            </Field>
            <Field label={say("ratesFile.day")} width="narrow">
              <input name="on" type="date" required defaultValue={dayOf(new Date())} />
            </Field>
          </div>
          <Pairs pairs={pairs} onChange={setPairs} />
          <label>
            <input type="checkbox" name="destination" /> {say("ratesFile.destination")}
          </label>
        </ActionForm>
      </div>
    </Card>
  );
}

type RatesQuery = NonNullable<
  Parameters<ReturnType<typeof useSession>["client"]["getRatesFile"]>[0]["query"]
>;

type PairsProps = {
  readonly pairs: readonly Pair[];
  readonly onChange: (pairs: readonly Pair[]) => void;
};

/** Asks for the shop's class of each of our classes. */
function Pairs({ pairs, onChange }: PairsProps) {
  const { say } = useReader();
  const { client } = useSession();
  const classes = useLoad("tax classes", (signal) => client.listTaxClasses({}, { signal }));
  const ids = classes.state === "ready" ? classes.value.items.map(({ id }) => id) : [];
  const change = (id: number, changed: Partial<Pair>) =>
    onChange(pairs.map((pair) => (pair.id === id ? { ...pair, ...changed } : pair)));
  return (
    <fieldset class="stack">
      <legend>{say("ratesFile.classes")}</legend>
      <p class="help">{say("ratesFile.classesHelp")}</p>
      {pairs.map(({ id: pair, ours, shops }) => (
        <div class="row" key={pair}>
          <Field label={say("taxRates.class")} name="class">
            <Choice
              value={ours}
              options={[...new Set([ours, ...ids])].map((id) => [id, id])}
              onChoose={(id = ours) => change(pair, { ours: id })}
            />
          </Field>
          <Field label={say("ratesFile.shopClass")}>
            <input
              value={shops}
              maxLength={40}
              placeholder={say("ratesFile.standard")}
              onInput={({ currentTarget: { value } }) => change(pair, { shops: value.trim() })}
            />
          </Field>
        </div>
      ))}
      <p class="buttons">
        <button type="button" class="small" onClick={() => onChange(withAnother(pairs))}>
          {say("ratesFile.add")}
        </button>
        {pairs.length > 1 && (
          <button type="button" class="small" onClick={() => onChange(pairs.slice(0, -1))}>
            {say("ratesFile.remove")}
          </button>
        )}
      </p>
    </fieldset>
  );
}

function Outcome({ of: { name, scope, missing } }: { readonly of: Made }) {
  const { say, format } = useReader();
  const [, home] = /^home (\w+)$/.exec(scope) ?? [];
  return (
    <Notice level={missing === "none" ? "good" : "warn"}>
      <p>
        {home
          ? say("ratesFile.home", { name, country: format.country(home) })
          : say("ratesFile.destinations", { name })}
      </p>
      {missing !== "none" && <p>{say("ratesFile.missing", { missing })}</p>}
    </Notice>
  );
}
