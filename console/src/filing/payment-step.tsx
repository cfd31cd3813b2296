import { useState } from "preact/hooks";
import type { ReturnPayment } from "../../../client/src/eu-vat-client.ts";
import { exponentOf } from "../../../shared/core/money/money.ts";
import { saveFile } from "../downloads/save.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { Loaded } from "../loading/loaded.tsx";
import { useAction } from "../loading/use-action.ts";
import { useLoad } from "../loading/use-load.ts";
import { CopyButton } from "../parts/copy-button.tsx";
import { Field } from "../parts/field.tsx";
import { NeedsRole } from "../parts/needs-role.tsx";
import { Notice } from "../parts/notice.tsx";
import { pathParametersOf, registrationQuery } from "../period/return-identity.ts";
import { useReader, useSession } from "../session/console-context.ts";
import type { StepProps } from "./step-props.ts";

/** Displays what a locked return has to pay, makes the order for the bank, and records payments. */
export function PaymentStep({ facts: { lock }, identity }: StepProps) {
  const { say } = useReader();
  return lock ? <PaymentOfReturn identity={identity} /> : <p>{say("filing.lockFirst")}</p>;
}

type OfReturn = Pick<StepProps, "identity">;

function PaymentOfReturn({ identity }: OfReturn) {
  const { client, may } = useSession();
  const [number, setNumber] = useState("");
  const key = `payment ${identity.scheme} ${identity.period} ${identity.registration}`;
  const payment = useLoad(key, (signal) =>
    client.getPayment(
      { path: pathParametersOf(identity), query: registrationQuery(identity) },
      { signal },
    ),
  );
  return (
    <Loaded of={payment}>
      {(value) => (
        <div class="stack">
          <Figures payment={value} number={number} />
          {value.outstanding_minor > 0 && may("makePaymentOrder") && (
            <OrderForm identity={identity} payment={value} number={number} onNumber={setNumber} />
          )}
          <NeedsRole operation="recordPayment" />
          {may("recordPayment") && (
            <PaidForm identity={identity} payment={value} onRecorded={payment.again} />
          )}
        </div>
      )}
    </Loaded>
  );
}

type OfPayment = { readonly payment: ReturnPayment };

/** The number of the registration in full, as it is typed in; the service stores only its mask. */
type WithNumber = { readonly number: string };

function Figures({ payment, number }: OfPayment & WithNumber) {
  const { say, format } = useReader();
  const { return_currency: currency, payments } = payment;
  return (
    <>
      <dl class="figures">
        {(["payable_vat", "paid", "outstanding"] as const).map((name) => (
          <div key={name}>
            <dt>{say(`payment.${name}`)}</dt>
            <dd>{format.amount(payment[`${name}_minor`], currency)}</dd>
          </div>
        ))}
      </dl>
      {payment.exclusion_warning && <Notice level="bad">{say("payment.exclusion")}</Notice>}
      {payment.days_in_arrears > 0 && (
        <Notice level="warn">
          {say("payment.arrears", { day: format.day(payment.payment_due_date) })}
        </Notice>
      )}
      <Reference payment={payment} number={number} />
      {payments.length > 0 && (
        <ul>
          {payments.map((payment) => (
            <li key={payment.recorded_at}>
              {format.day(payment.paid_on)}: {format.amount(payment.amount_minor, currency)}
              {payment.note && ` (${payment.note})`}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Displays the reference to quote, and copies it once the number is typed in. */
function Reference({ payment, number }: OfPayment & WithNumber) {
  const { say } = useReader();
  const whole = number.replace(/[\s./-]/g, "").toUpperCase();
  const form = payment.reference_form;
  const reference = whole ? form.replace(/\/.*\//, `/${whole}/`) : form;
  return (
    <p>
      {say("payment.reference")}: <bdi class="mark">{reference}</bdi>{" "}
      {whole && <CopyButton text={reference} />}
    </p>
  );
}

const textOf = (data: FormData, name: string): string => String(data.get(name) ?? "").trim();

const holderOf = (data: FormData, who: string) => {
  const bic = textOf(data, `${who}.bic`).toUpperCase();
  return {
    name: textOf(data, `${who}.name`),
    iban: textOf(data, `${who}.iban`),
    ...(bic ? { bic } : {}),
  };
};

/** Returns the number that is typed in; by default the service takes the stored one. */
const numberIn = (data: FormData) => {
  const vat_number = textOf(data, "vat_number");
  return vat_number ? { vat_number } : {};
};

type Made = { readonly name: string; readonly picture?: string };

type OrderFormProps = OfReturn &
  OfPayment &
  WithNumber & { readonly onNumber: (number: string) => void };

function OrderForm({ identity, payment, number, onNumber }: OrderFormProps) {
  const { say } = useReader();
  const { client } = useSession();
  const { busy, failure, run } = useAction();
  const [made, setMade] = useState<Made>();
  const isEuro = payment.return_currency === "EUR";
  function submit(event: SubmitEvent) {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    const isQr = (event.submitter as HTMLButtonElement | null)?.value === "epc_qr";
    const debtor = holderOf(data, "debtor");
    run(async () => {
      setMade(undefined);
      const file = await client.makePaymentOrder({
        path: pathParametersOf(identity),
        body: {
          format: isQr ? "epc_qr" : "pain_001",
          ...registrationQuery(identity),
          creditor: holderOf(data, "creditor"),
          ...(debtor.iban ? { debtor } : {}),
          ...numberIn(data),
        },
      });
      const bytes = file.bytes as Uint8Array<ArrayBuffer>;
      if (isQr) setMade({ name: file.fileName, picture: new TextDecoder().decode(bytes) });
      else {
        saveFile(bytes, file.fileName);
        setMade({ name: file.fileName });
      }
    });
  }
  return (
    <form class="stack" onSubmit={submit}>
      <h3>{say("payment.order")}</h3>
      <p class="muted">{say("payment.kept")}</p>
      <NumberField number={number} onNumber={onNumber} failure={failure} />
      <Account who="creditor" failure={failure} isRequired />
      <Account who="debtor" failure={failure} />
      <p class="buttons">
        <button type="submit" class="primary" value="pain_001" disabled={busy}>
          {say("payment.pain")}
        </button>{" "}
        {isEuro && (
          <button type="submit" value="epc_qr" disabled={busy}>
            {say("payment.qr")}
          </button>
        )}
      </p>
      {made && <MadeOrder made={made} />}
      <ActionFailure failure={failure} />
    </form>
  );
}

type NumberFieldProps = Pick<OrderFormProps, "number" | "onNumber"> & { readonly failure: unknown };

function NumberField({ number, onNumber, failure }: NumberFieldProps) {
  const { say } = useReader();
  return (
    <Field
      label={say("payment.number")}
      help={say("payment.number.help")}
      isOptional
      failure={failure}
      name="vat_number"
    >
      <input
        name="vat_number"
        autocomplete="off"
        value={number}
        onInput={({ currentTarget: { value } }) => onNumber(value)}
      />
    </Field>
  );
}

function MadeOrder({ made: { name, picture } }: { readonly made: Made }) {
  const { say } = useReader();
  if (!picture) return <Notice level="good">{say("portal.made", { name })}</Notice>;
  return (
    <img
      class="qr"
      width={240}
      height={240}
      alt={say("payment.qrAlt")}
      src={`data:image/svg+xml,${encodeURIComponent(picture)}`}
    />
  );
}

type AccountProps = {
  readonly who: "creditor" | "debtor";
  readonly failure: unknown;
  readonly isRequired?: boolean;
};

function Account({ who, failure, isRequired = false }: AccountProps) {
  const { say } = useReader();
  return (
    <fieldset>
      <legend>{say(`payment.account.${who}`)}</legend>
      <Field label={say("payment.holder")} failure={failure} name={`${who}.name`}>
        <input name={`${who}.name`} maxLength={70} required={isRequired} autocomplete="off" />
      </Field>
      <Field label={say("payment.iban")} failure={failure} name={`${who}.iban`}>
        <input name={`${who}.iban`} maxLength={42} required={isRequired} autocomplete="off" />
      </Field>
      <Field label={say("payment.bic")} isOptional failure={failure} name={`${who}.bic`}>
        <input name={`${who}.bic`} maxLength={11} autocomplete="off" />
      </Field>
    </fieldset>
  );
}

type PaidFormProps = OfReturn & OfPayment & { readonly onRecorded: () => void };

function PaidForm({ identity, payment, onRecorded }: PaidFormProps) {
  const { say } = useReader();
  const { client } = useSession();
  const { busy, failure, run } = useAction();
  const decimals = exponentOf(payment.return_currency) ?? 2;
  function submit(event: SubmitEvent) {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    run(async () => {
      await client.recordPayment({
        path: pathParametersOf(identity),
        query: registrationQuery(identity),
        body: {
          paid_on: textOf(data, "paid_on"),
          amount_minor: Math.round(Number(textOf(data, "amount")) * 10 ** decimals),
        },
      });
      onRecorded();
    });
  }
  return (
    <form class="stack" onSubmit={submit}>
      <h3>{say("payment.record")}</h3>
      <Field label={say("payment.day")} width="narrow" failure={failure} name="paid_on">
        <input
          name="paid_on"
          type="date"
          required
          defaultValue={new Date().toISOString().slice(0, 10)}
        />
      </Field>
      <Field
        label={say("payment.amount", { currency: payment.return_currency })}
        help={say("payment.amountHelp")}
        width="narrow"
        failure={failure}
        name="amount_minor"
      >
        <input
          name="amount"
          type="number"
          step={10 ** -decimals}
          required
          defaultValue={(payment.outstanding_minor / 10 ** decimals).toFixed(decimals)}
        />
      </Field>
      <p>
        <button type="submit" class="primary" disabled={busy}>
          {say("payment.recordButton")}
        </button>
      </p>
      <ActionFailure failure={failure} />
    </form>
  );
}
