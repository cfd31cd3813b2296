import { useState } from "preact/hooks";
import { AuthenticationError, type VatNumberCheck } from "../../../client/src/eu-vat-client.ts";
import { ActionForm } from "../loading/action-form.tsx";
import { refusalText } from "../loading/refusal-text.ts";
import { textIn } from "../loading/typed.ts";
import { Card } from "../parts/card.tsx";
import { Field } from "../parts/field.tsx";
import { useReader, useSession } from "../session/console-context.ts";
import { numbersIn } from "./numbers-in.ts";

/** The answer for a number as it was typed in; the service stores only its mask. */
type Answer = { readonly number: string } & (
  | { readonly status: VatNumberCheck["status"] }
  | { readonly failure: unknown }
);

type CheckFormProps = { readonly onChecked: () => void };

/** Checks one or several numbers, one after the other, and shows the answer for each. */
export function CheckForm({ onChecked }: CheckFormProps) {
  const { say } = useReader();
  const { client } = useSession();
  const [answers, setAnswers] = useState<readonly Answer[]>([]);
  async function answerFor(number: string, requester: string): Promise<Answer> {
    const own = requester ? { requester_vat_number: requester } : {};
    try {
      const { status } = await client.checkVatNumber({ body: { vat_number: number, ...own } });
      return { number, status };
    } catch (error) {
      if (error instanceof AuthenticationError) throw error;
      return { number, failure: error };
    }
  }
  async function check(typed: FormData) {
    const requester = textIn(typed, "requester");
    const found: Answer[] = [];
    for (const number of numbersIn(textIn(typed, "numbers"))) {
      found.push(await answerFor(number, requester));
      setAnswers([...found]);
    }
    onChecked();
  }
  return (
    <Card title={say("vies.check")}>
      <ActionForm button={say("vies.button")} send={check} outcome={<Answers answers={answers} />}>
        <Field label={say("vies.numbers")} help={say("vies.numbersHelp")} width="wide">
          <textarea name="numbers" required rows={4} autocomplete="off" spellcheck={false} />
        </Field>
        <Field label={say("vies.own")} help={say("vies.ownHelp")} isOptional>
          <input name="requester" maxLength={40} autocomplete="off" />
        </Field>
      </ActionForm>
    </Card>
  );
}

function Answers({ answers }: { readonly answers: readonly Answer[] }) {
  const { say } = useReader();
  return (
    <div role="status">
      <ul class="plain">
        {answers.map((answer) => (
          <li key={answer.number}>
            <bdi class="mark">{answer.number}</bdi>:{" "}
            {"status" in answer ? say(`vies.${answer.status}`) : refusalText(answer.failure, say)}
          </li>
        ))}
      </ul>
    </div>
  );
}
