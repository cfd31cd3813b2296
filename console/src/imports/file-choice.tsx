import { useEffect, useRef, useState } from "preact/hooks";
import { fileSize } from "../format/file-size.ts";
import { useReader } from "../session/console-context.ts";

type FileChoiceProps = {
  readonly file: File | undefined;
  readonly isDisabled: boolean;
  readonly onChoose: (file: File | undefined) => void;
};

/** An area that takes a file: by a click, by keyboard, or dropped on it. The file name is not sent. */
export function FileChoice({ file, isDisabled, onChoose }: FileChoiceProps) {
  const { say } = useReader();
  const input = useRef<HTMLInputElement>(null);
  const { place, isOver } = useDrop((dropped) => {
    if (isDisabled) return;
    if (input.current) input.current.value = "";
    onChoose(dropped);
  });
  return (
    <label ref={place} class={`drop-zone ${isOver ? "over" : ""} ${file ? "filled" : ""}`}>
      <input
        ref={input}
        class="unseen"
        type="file"
        disabled={isDisabled}
        onChange={({ currentTarget: { files } }) => onChoose(files?.[0])}
      />
      <strong>{say(file ? "imports.otherFile" : "imports.file")}</strong>
      <span role="status">
        {file && (
          <>
            <bdi class="mark">{file.name}</bdi> <span>{fileSize(file.size, say.locale)}</span>
          </>
        )}
      </span>
    </label>
  );
}

/** Handles files dropped with a mouse; the input inside provides an accessible alternative. */
function useDrop(onDropped: (file: File) => void) {
  const place = useRef<HTMLLabelElement>(null);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const control = new AbortController();
    const listen = (name: "dragover" | "dragleave" | "drop", take: (event: DragEvent) => void) =>
      place.current?.addEventListener(name, take, { signal: control.signal });
    listen("dragleave", () => setOver(false));
    listen("dragover", (event) => {
      event.preventDefault();
      setOver(true);
    });
    listen("drop", (event) => {
      event.preventDefault();
      setOver(false);
      const [file] = event.dataTransfer?.files ?? [];
      if (file) onDropped(file);
    });
    return () => control.abort();
  });
  return { place, isOver };
}
