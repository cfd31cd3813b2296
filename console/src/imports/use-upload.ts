import { useRef, useState } from "preact/hooks";
import { useAction } from "../loading/use-action.ts";
import { useSession } from "../session/console-context.ts";
import { addressOf } from "../shell/page.ts";
import { beginImport } from "./begin-import.ts";
import { keepUploaded } from "./file-at-hand.ts";
import type { WantedImport } from "./wanted-import.ts";

/** Runs an upload, and opens its import when it has begun. */
export function useUpload() {
  const { client } = useSession();
  const { failure, run } = useAction();
  const [sent, setSent] = useState<number>();
  const control = useRef<AbortController>(undefined);
  const begin = (wanted: WantedImport) =>
    run(async () => {
      control.current = new AbortController();
      const { signal } = control.current;
      setSent(0);
      try {
        const id = await beginImport(client, wanted, { tell: setSent, signal });
        keepUploaded(id, wanted.file);
        location.hash = addressOf({ name: "imports", id });
      } catch (error) {
        if (!signal.aborted) throw error;
      } finally {
        setSent(undefined);
      }
    });
  return { sent, failure, begin, stop: () => control.current?.abort() };
}
