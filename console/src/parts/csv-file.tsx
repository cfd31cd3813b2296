import { Field } from "./field.tsx";

/** Takes a CSV file. The choice is cleared, so that the same file can be chosen again. */
export function CsvFile({
  label,
  help,
  busy,
  onFile,
}: {
  readonly label: string;
  readonly help: string;
  readonly busy: boolean;
  readonly onFile: (file: File) => void;
}) {
  return (
    <Field label={label} help={help}>
      <input
        type="file"
        accept=".csv,.txt,text/csv"
        disabled={busy}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) onFile(file);
          currentTarget.value = "";
        }}
      />
    </Field>
  );
}
