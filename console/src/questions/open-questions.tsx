import { Matters } from "../parts/matters.tsx";
import { Notice } from "../parts/notice.tsx";
import type { PartProps } from "../period/part-props.ts";
import { useReader } from "../session/console-context.ts";
import type { TextKey } from "../texts/en.ts";
import { matterOf } from "./question.ts";

type OpenQuestionsProps = Pick<PartProps, "facts" | "identity"> & {
  /** The text above those of a return that is not locked. */
  readonly lead: TextKey;
};

/** Lists what is open in a return, or was when it was locked; nothing where nothing is. */
export function OpenQuestions({ facts: { lock, questions }, identity, lead }: OpenQuestionsProps) {
  const words = useReader();
  const level = lock ? "info" : "warn";
  if (questions.length === 0) return null;
  return (
    <>
      <Notice level={level}>{words.say(lock ? "question.leftOpen" : lead)}</Notice>
      <Matters
        matters={questions.map((question) => ({ ...matterOf(question, identity, words), level }))}
      />
    </>
  );
}
