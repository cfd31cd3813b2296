import { useEffect, useId, useRef, useState } from "preact/hooks";
import { useReader } from "../session/console-context.ts";

type FileChoiceProps = {
  readonly file: File | undefined;
  readonly isDisabled: boolean;
  readonly onChoose: (file: File | undefined) => void;
};

/** Lets the user choose a file by keyboard, or drop one. The file name is not sent. */
export function FileChoice({ file, isDisabled, onChoose }: FileChoiceProps) {
  const { say, format } = useReader();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { place, isOver } = useDrop((dropped) => {
    if (isDisabled) return;
    if (input.current) input.current.value = "";
    onChoose(dropped);
  });
  return (
    <div ref={place} class={`field drop ${isOver ? "over" : ""}`}>
      <label for={id}>{say("imports.file")}</label>
      <input
        ref={input}
        id={id}
        type="file"
        disabled={isDisabled}
        onChange={({ currentTarget: { files } }) => onChoose(files?.[0])}
      />
      <p role="status">
        {file && (
          <>
            <bdi class="mark">{file.name}</bdi>{" "}
            {say("imports.bytes", { count: format.count(file.size) })}
          </>
        )}
      </p>
    </div>
  );
}

/** Handles files dropped with a mouse; the input inside provides an accessible alternative. */
function useDrop(onDropped: (file: File) => void) {
  const place = useRef<HTMLDivElement>(null);
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
