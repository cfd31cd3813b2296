import { Matters } from "../parts/matters.tsx";
import { Notice } from "../parts/notice.tsx";
import type { ChangingPartProps } from "../period/part-props.ts";
import { useReader } from "../session/console-context.ts";
import type { TextKey } from "../texts/en.ts";
import { matterOf } from "./question.ts";
import { RoundingOffer } from "./rounding-offer.tsx";

type OpenQuestionsProps = Pick<ChangingPartProps, "facts" | "identity"> & {
  /** The text above those of a return that is not locked. */
  readonly lead: TextKey;
  /** Called after adjustments were booked; without it none are offered. */
  readonly onChanged?: () => void;
};

/** Lists what is open in a return, or was when it was locked; nothing where nothing is. */
export function OpenQuestions({ facts, identity, lead, onChanged }: OpenQuestionsProps) {
  const { lock, questions } = facts;
  const words = useReader();
  const level = lock ? "info" : "warn";
  const isOffered = ({ remedy }: (typeof questions)[number]) =>
    !lock && onChanged !== undefined && remedy === "adjust_rounding";
  if (questions.length === 0) return null;
  return (
    <>
      <Notice level={level}>{words.say(lock ? "question.leftOpen" : lead)}</Notice>
      <Matters
        matters={questions.map((question) => ({
          ...matterOf(question, identity, words),
          ...(isOffered(question) ? { to: undefined } : {}),
          level,
        }))}
      />
      {onChanged &&
        questions
          .filter(isOffered)
          .map((question) => (
            <RoundingOffer key={question.code} {...{ question, facts, identity, onChanged }} />
          ))}
    </>
  );
}
