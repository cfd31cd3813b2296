import { useState } from "preact/hooks";
import type { ReturnPayment } from "../../../client/src/eu-vat-client.ts";
import { saveFile } from "../downloads/save.ts";
import { ActionButton } from "../loading/action-button.tsx";
import { ActionForm } from "../loading/action-form.tsx";
import { textIn } from "../loading/typed.ts";
import { CopyButton } from "../parts/copy-button.tsx";
import { NeedsRole } from "../parts/needs-role.tsx";
import { Notice } from "../parts/notice.tsx";
import { pathParametersOf, registrationQuery } from "../period/return-identity.ts";
import { useReader, useSession } from "../session/console-context.ts";
import { BankAccount, holderIn } from "./bank-account.tsx";
import { OwnNumberField, useOwnNumber, useStoredIfWanted } from "./own-number.tsx";
import { PaidForm } from "./paid-form.tsx";
import { excessOf } from "./payment-doubts.ts";
import type { StepProps } from "./step-props.ts";

/** Displays what a locked return has to pay, its code and order for the bank, and records payments. */
export function PaymentStep({ facts: { payment }, identity, onChanged }: StepProps) {
  const { say } = useReader();
  const { may } = useSession();
  if (!payment) return <p>{say("filing.lockFirst")}</p>;
  const isOutstanding = payment.outstanding_minor > 0;
  const recorded = (
    <>
      <NeedsRole operation="recordPayment" />
      {may("recordPayment") && (
        <PaidForm identity={identity} payment={payment} onRecorded={onChanged} />
      )}
    </>
  );
  return (
    <div class="stack">
      <Figures payment={payment} />
      <Reference identity={identity} payment={payment} />
      {isOutstanding && may("makePaymentOrder") && (
        <OrderForm identity={identity} payment={payment} />
      )}
      {isOutstanding ? (
        recorded
      ) : (
        <details>
          <summary>{say("payment.another")}</summary>
          {recorded}
        </details>
      )}
    </div>
  );
}

type OfReturn = Pick<StepProps, "identity">;

type OfPayment = { readonly payment: ReturnPayment };

function Figures({ payment }: OfPayment) {
  const { say, format } = useReader();
  const { return_currency: currency, payments } = payment;
  const excess = excessOf(payment);
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
      {excess > 0 && (
        <Notice level="warn">
          {say("payment.is.overpaid", { excess: format.amount(excess, currency) })}
        </Notice>
      )}
      {payment.exclusion_warning && <Notice level="bad">{say("payment.exclusion")}</Notice>}
      {payment.days_in_arrears > 0 && (
        <Notice level="warn">
          {say("payment.arrears", { day: format.day(payment.payment_due_date) })}
        </Notice>
      )}
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

/** Displays the reference to quote, in full once the number is typed in, or to who may use the stored one. */
function Reference({ identity, payment }: OfReturn & OfPayment) {
  const { say } = useReader();
  const { client, may } = useSession();
  const { typed, isStored, stored } = useOwnNumber();
  const [found, setFound] = useState<string>();
  const whole = typed.replace(/[\s./-]/g, "").toUpperCase();
  const form = payment.reference_form;
  const full = whole ? form.replace(/\/.*\//, `/${whole}/`) : found;
  async function show() {
    const file = await client.makePaymentOrder({
      path: pathParametersOf(identity),
      body: { format: "reference", ...registrationQuery(identity) },
    });
    setFound(new TextDecoder().decode(file.bytes as Uint8Array<ArrayBuffer>));
  }
  const isKept = stored !== "none" || isStored;
  return (
    <div>
      <p>
        {say("payment.reference")}: <bdi class="mark">{full ?? form}</bdi>{" "}
        {full && <CopyButton text={full} />}
      </p>
      {!full && isKept && may("makePaymentOrder") && (
        <ActionButton act={show}>{say("payment.showReference")}</ActionButton>
      )}
    </div>
  );
}

/** Returns the number that is typed in; by default the service takes the stored one. */
const numberIn = (data: FormData) => {
  const vat_number = textIn(data, "vat_number");
  return vat_number ? { vat_number } : {};
};

type Made = { readonly name: string; readonly picture?: string };

function OrderForm({ identity, payment }: OfReturn & OfPayment) {
  const { say } = useReader();
  const { client } = useSession();
  const [made, setMade] = useState<Made>();
  const storeIfWanted = useStoredIfWanted();
  const hasCode = payment.return_currency === "EUR";
  async function make(typed: FormData) {
    const isQr = hasCode && typed.get("format") !== "pain_001";
    const debtor = holderIn(typed, "debtor");
    setMade(undefined);
    const file = await client.makePaymentOrder({
      path: pathParametersOf(identity),
      body: {
        format: isQr ? "epc_qr" : "pain_001",
        ...registrationQuery(identity),
        creditor: holderIn(typed, "creditor"),
        ...(debtor.iban ? { debtor } : {}),
        ...numberIn(typed),
      },
    });
    const bytes = file.bytes as Uint8Array<ArrayBuffer>;
    if (isQr) setMade({ name: file.fileName, picture: new TextDecoder().decode(bytes) });
    else {
      saveFile(bytes, file.fileName);
      setMade({ name: file.fileName });
    }
    await storeIfWanted(typed);
  }
  return (
    <ActionForm
      look=""
      button={say(hasCode ? "payment.qr" : "payment.pain")}
      beside={(busy) =>
        hasCode && (
          <button type="submit" name="format" value="pain_001" disabled={busy}>
            {say("payment.pain")}
          </button>
        )
      }
      send={make}
      outcome={made && <MadeOrder made={made} />}
    >
      <h3>{say("payment.order")}</h3>
      <p class="muted">{say("payment.kept")}</p>
      <OwnNumberField name="vat_number" />
      <BankAccount legend={say("payment.account.creditor")} of="creditor" isRequired />
      <BankAccount legend={say("payment.account.debtor")} of="debtor" />
    </ActionForm>
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
