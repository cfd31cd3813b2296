import type { ImportFormat } from "../../../client/src/eu-vat-client.ts";
import { Notice } from "../parts/notice.tsx";
import { useReader } from "../session/console-context.ts";

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
      <label class="field">
        <span>{say("imports.format")}</span>
        <select
          required
          value={format?.format ?? ""}
          onChange={({ currentTarget: { value } }) => onChoose(value)}
        >
          {!format && <option value="">{say("imports.choose")}</option>}
          {formats.map((format) => (
            <option key={format.format} value={format.format}>
              {say.code(`format.${format.format}`)}
            </option>
          ))}
        </select>
      </label>
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
