import { useState } from "preact/hooks";
import { AuthenticationError, type VatNumberCheck } from "../../../client/src/eu-vat-client.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { refusalText } from "../loading/refusal-text.ts";
import { useAction } from "../loading/use-action.ts";
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
  const { busy, failure, run } = useAction();
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
  function submit(event: SubmitEvent) {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    const requester = String(data.get("requester")).trim();
    run(async () => {
      const found: Answer[] = [];
      for (const number of numbersIn(String(data.get("numbers")))) {
        found.push(await answerFor(number, requester));
        setAnswers([...found]);
      }
      onChecked();
    });
  }
  return (
    <Card title={say("vies.check")}>
      <form class="stack" onSubmit={submit}>
        <Field label={say("vies.numbers")} help={say("vies.numbersHelp")} width="wide">
          <textarea name="numbers" required rows={4} autocomplete="off" spellcheck={false} />
        </Field>
        <Field label={say("vies.own")} help={say("vies.ownHelp")} isOptional>
          <input name="requester" maxLength={40} autocomplete="off" />
        </Field>
        <p>
          <button type="submit" class="primary" disabled={busy}>
            {say("vies.button")}
          </button>
        </p>
        <Answers answers={answers} />
        <ActionFailure failure={failure} />
      </form>
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
