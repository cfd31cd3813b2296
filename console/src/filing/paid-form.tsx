import type { ReturnPayment } from "../../../client/src/eu-vat-client.ts";
import { dayOf } from "../../../shared/core/calendar/dates.ts";
import { minorOrNull } from "../format/typed-amount.ts";
import { ActionForm } from "../loading/action-form.tsx";
import { textIn } from "../loading/typed.ts";
import { Field } from "../parts/field.tsx";
import { parametersOf } from "../period/return-identity.ts";
import { useReader, useSession } from "../session/console-context.ts";
import { paymentDoubts } from "./payment-doubts.ts";
import type { StepProps } from "./step-props.ts";

type PaidFormProps = Pick<StepProps, "identity"> & {
  readonly payment: ReturnPayment;
  readonly onRecorded: () => void;
};

/** Records a payment, and asks first if it looks like one too many. */
export function PaidForm({ identity, payment, onRecorded }: PaidFormProps) {
  const { say, format } = useReader();
  const { client } = useSession();
  const currency = payment.return_currency;
  const amountIn = (typed: FormData) => {
    const [, sign, amount = ""] = /^([-\u2212]?)(.*)$/.exec(textIn(typed, "amount")) ?? [];
    const minor = minorOrNull(amount, currency, say.locale);
    return typeof minor === "number" && sign ? -minor : minor;
  };
  async function question(typed: FormData) {
    const amount = amountIn(typed) ?? 0;
    // Another window may have recorded a payment since.
    const now = await client.getPayment(parametersOf(identity));
    const texts = paymentDoubts(payment, now, amount).map(([key, values]) =>
      say(
        key,
        Object.fromEntries(values.map(([name, minor]) => [name, format.amount(minor, currency)])),
      ),
    );
    if (texts.length === 0) return undefined;
    const title = say("payment.ask", { amount: format.amount(amount, currency) });
    return { title, text: texts.join(" "), sure: say("payment.recordButton") };
  }
  async function record(typed: FormData) {
    // The service refuses what is no amount.
    const amount_minor = amountIn(typed) as number;
    const paid_on = textIn(typed, "paid_on");
    await client.recordPayment({ ...parametersOf(identity), body: { paid_on, amount_minor } });
    onRecorded();
  }
  return (
    <ActionForm button={say("payment.recordButton")} question={question} send={record}>
      <h3>{say("payment.record")}</h3>
      <Field label={say("payment.day")} width="narrow">
        <input name="paid_on" type="date" required defaultValue={dayOf(new Date())} />
      </Field>
      <Field
        label={say("payment.amount", { currency })}
        help={say("payment.amountHelp")}
        width="narrow"
        name="amount_minor"
      >
        <input
          name="amount"
          inputMode="decimal"
          required
          autocomplete="off"
          defaultValue={format.plainAmount(payment.outstanding_minor, currency)}
        />
      </Field>
    </ActionForm>
  );
}
