import type { ImportFormat } from "../../../client/src/eu-vat-client.ts";
import { Choice } from "../parts/choice.tsx";
import { Field } from "../parts/field.tsx";
import { Notice } from "../parts/notice.tsx";
import { useReader } from "../session/console-context.ts";
import { FileHelp, GuideLink } from "./file-help.tsx";

type FormatFieldProps = {
  readonly formats: readonly ImportFormat[];
  /** The chosen format; undefined while nothing is chosen. */
  readonly format: ImportFormat | undefined;
  /** The name of the format that the file was recognised as. */
  readonly recognised: string | undefined;
  readonly onChoose: (name: string) => void;
};

/** Says which export the file is, and lets the reader choose another one. */
export function FormatField({ formats, format, recognised, onChoose }: FormatFieldProps) {
  const { say } = useReader();
  const isOther = recognised !== undefined && format !== undefined && format.format !== recognised;
  return (
    <>
      <Recognition format={recognised} isOther={isOther} onChoose={onChoose} />
      <Field label={say("imports.format")}>
        <Choice
          required
          value={format?.format ?? ""}
          none={format ? undefined : say("imports.choose")}
          options={formats.map(({ format: name }) => [name, say.code(`format.${name}`)])}
          onChoose={(name = "") => onChoose(name)}
        />
      </Field>
      {recognised === undefined ? (
        <FileHelp guide={format?.guide} />
      ) : (
        <p>
          <GuideLink guide={format?.guide} />
        </p>
      )}
      {format?.status === "beta" && <Notice level="warn">{say("imports.beta")}</Notice>}
    </>
  );
}

type RecognitionProps = {
  readonly format: string | undefined;
  readonly isOther: boolean;
  readonly onChoose: (name: string) => void;
};

function Recognition({ format, isOther, onChoose }: RecognitionProps) {
  const { say } = useReader();
  if (format === undefined) return <Notice level="warn">{say("imports.notRecognised")}</Notice>;
  const name = say.code(`format.${format}`);
  if (!isOther) return <Notice level="good">{say("imports.recognised", { format: name })}</Notice>;
  return (
    <Notice level="warn">
      <p>{say("imports.looksLike", { format: name })}</p>
      <button type="button" onClick={() => onChoose(format)}>
        {say("imports.readAs", { format: name })}
      </button>
    </Notice>
  );
}
