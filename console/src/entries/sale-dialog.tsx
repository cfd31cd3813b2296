import { useMemo, useState } from "preact/hooks";
import { dayOf } from "../../../shared/core/calendar/dates.ts";
import { ActionForm } from "../loading/action-form.tsx";
import { textIn } from "../loading/typed.ts";
import { useLoad } from "../loading/use-load.ts";
import { useOverview, useOverviewAgain } from "../overview/overview-context.ts";
import { Choice } from "../parts/choice.tsx";
import { CountrySelect } from "../parts/country-select.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Field } from "../parts/field.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { type Entered, EnteredNotice } from "./entered-notice.tsx";
import {
  KINDS,
  type Kind,
  type KnownSale,
  newEntryId,
  ORIGIN,
  ratesOffered,
  rateValue,
  saleOf,
  usualKind,
} from "./new-event.ts";

type SaleDialogProps = {
  readonly onClose: () => void;
  /** The facts that fill in the form at first; without them it is empty. */
  readonly known?: KnownSale;
  /** Called once the sale is in the ledger. */
  readonly onEntered?: (event_id: string) => Promise<void>;
};

/** Takes a sale that no file has, and says where it is declared. */
export function SaleDialog({ onClose, known: given, onEntered }: SaleDialogProps) {
  const { say } = useReader();
  const { client } = useSession();
  const overviewAgain = useOverviewAgain();
  const known = useMemo(() => given ?? { event_id: newEntryId("sale") }, [given]);
  const [entered, setEntered] = useState<Entered>();
  async function enter(typed: FormData) {
    const number = textIn(typed, "vat_number");
    const check = number
      ? await client.checkVatNumber({ body: { vat_number: number } })
      : undefined;
    const event = saleOf(known, { typed, locale: say.locale }, check?.id);
    // An order of a shop is named by its import.
    const query = known.shop_order_id ? {} : ({ name_orders: "true" } as const);
    const { items } = await client.commitSupplyEvents({ body: event, query });
    await onEntered?.(event.event_id);
    setEntered(items);
    overviewAgain();
  }
  return (
    <Dialog title={say(given ? "entry.complete" : "entry.sale")} onClose={onClose}>
      {entered ? (
        <EnteredNotice entered={entered} />
      ) : (
        <ActionForm button={say("entry.enter")} send={enter}>
          <p>{say(given ? "entry.completeLead" : "entry.saleLead")}</p>
          <SaleFields known={known} />
        </ActionForm>
      )}
    </Dialog>
  );
}

function SaleFields({ known }: { readonly known: KnownSale }) {
  const { say } = useReader();
  const overview = useOverview();
  const usual = usualKind(overview.state === "ready" ? overview.value.returns : []);
  const [chosen, chooseKind] = useState<Kind>();
  const kind = chosen ?? usual;
  const [day, setDay] = useState(known.supply_date ?? "");
  const [country, chooseCountry] = useState(known.consumption_country);
  return (
    <>
      <div class="row">
        <Field label={say("event.day")}>
          <input
            name="supply_date"
            type="date"
            required
            value={day}
            max={dayOf(new Date())}
            onInput={({ currentTarget: { value } }) => setDay(value)}
          />
        </Field>
        <Field label={say("event.kind")}>
          <Choice
            name="supply_kind"
            value={kind}
            options={KINDS.map((value) => [
              value,
              say.known(`supply.${value}`) ?? say.code(`option.${value}`),
            ])}
            onChoose={chooseKind}
          />
        </Field>
      </div>
      <div class="row">
        <Field label={say("entry.country")}>
          <CountrySelect
            name="consumption_country"
            required
            isWorldwide
            start={known.consumption_country}
            onChoose={chooseCountry}
          />
        </Field>
        <FromField kind={kind} />
      </div>
      <CustomerFields />
      <AmountFields known={known} day={day} country={country} />
      {kind === "imported_goods" && (
        <Field
          label={say("entry.value")}
          help={say("entry.valueHelp")}
          name="consignment.intrinsic_value_minor"
        >
          <input name="value" inputMode="decimal" required autocomplete="off" />
        </Field>
      )}
      <Further known={known} />
    </>
  );
}

function Further({ known }: { readonly known: KnownSale }) {
  const { say } = useReader();
  return (
    <div class="row">
      <Field label={say("event.order")} isOptional>
        <input
          name="transaction_id"
          maxLength={100}
          autocomplete="off"
          defaultValue={known.order ?? ""}
        />
      </Field>
      <Field label={say("webhooks.description")} isOptional>
        <input name="description" maxLength={200} autocomplete="off" />
      </Field>
    </div>
  );
}

/** Asks who buys; the number of a business is checked. */
function CustomerFields() {
  const { say } = useReader();
  const [customer, chooseCustomer] = useState<string>("b2c");
  return (
    <div class="row">
      <Field label={say("event.customer")}>
        <Choice
          name="customer_type"
          value={customer}
          options={(["b2c", "b2b"] as const).map((value) => [value, say.code(`customer.${value}`)])}
          onChoose={(chosen = "b2c") => chooseCustomer(chosen)}
        />
      </Field>
      {customer === "b2b" && (
        <Field label={say("entry.number")} help={say("entry.numberHelp")} isOptional>
          <input name="vat_number" maxLength={40} autocomplete="off" />
        </Field>
      )}
    </div>
  );
}

/** Asks where goods left from or who supplied a service; the seat is offered. */
function FromField({ kind }: { readonly kind: Kind }) {
  const { say } = useReader();
  const { client } = useSession();
  const profile = useLoad("profile", (signal) => client.getAccount({}, { signal }));
  const fact = ORIGIN[kind];
  const seat = profile.state === "ready" ? profile.value.establishment_country : undefined;
  return (
    <Field label={say(`repair.${fact}`)} name={fact}>
      <CountrySelect
        key={`${seat} ${fact}`}
        name="from"
        required
        isWorldwide={fact !== "dispatch_country"}
        start={(fact !== "origin_country" && seat) || undefined}
      />
    </Field>
  );
}

type AmountFieldsProps = {
  readonly known: KnownSale;
  readonly day: string;
  readonly country: string | undefined;
};

function AmountFields({ known, day, country }: AmountFieldsProps) {
  const { say, format } = useReader();
  const { gross_minor, currency = "EUR" } = known;
  return (
    <>
      <div class="row">
        <Field label={say("entry.amount")} name="taxable_amount_minor" width="narrow">
          <input
            name="amount"
            inputMode="decimal"
            required
            autocomplete="off"
            defaultValue={
              gross_minor === undefined ? "" : format.plainAmount(Math.abs(gross_minor), currency)
            }
          />
        </Field>
        <Field label={say("rates.currency")} width="narrow">
          <input name="currency" required maxLength={3} defaultValue={currency} />
        </Field>
        <Field label={say("entry.with")}>
          <Choice
            name="with"
            options={[
              ["gross", say("entry.gross")],
              ["net", say("entry.net")],
            ]}
          />
        </Field>
      </div>
      <RateField day={day} country={country} />
    </>
  );
}

/** Offers the rates of the country on the day of the sale. */
function RateField({ day, country }: Omit<AmountFieldsProps, "known">) {
  const { say, format } = useReader();
  const { client } = useSession();
  const rates = useLoad(`rates ${country} ${day}`, async (signal) => {
    if (!country || !/^20\d\d-\d\d-\d\d$/.test(day)) return [];
    const { items } = await client.listTaxRates(
      { query: { country, from: day, limit: 100 } },
      { signal },
    );
    return ratesOffered(items);
  });
  const offered = rates.state === "ready" ? rates.value : [];
  return (
    <Field label={say("column.rate")} help={say("entry.rateHelp")}>
      <Choice
        key={`${country} ${day} ${offered.length}`}
        name="vat_rate_bps"
        required
        none={offered.length === 0 ? "" : undefined}
        options={offered.map((rate) => [
          rateValue(rate),
          [format.rate(rate.bps), say.known(rate.category)].filter(Boolean).join(", "),
        ])}
      />
    </Field>
  );
}
