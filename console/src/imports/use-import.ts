import { useEffect, useRef } from "preact/hooks";
import type { ImportReport } from "../../../client/src/eu-vat-client.ts";
import { type Loading, useLoad } from "../loading/use-load.ts";
import { useSession } from "../session/console-context.ts";
import { isAtWork } from "./import-action-rules.ts";

const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 3_000;

/** Loads an import, and polls it at growing intervals while the service processes it. */
export function useImport(id: string): Loading<ImportReport> {
  const { client } = useSession();
  const loading = useLoad(`import ${id}`, (signal) =>
    client.getImport({ path: { id } }, { signal }),
  );
  const pause = useRef(FIRST_PAUSE_MS);
  useEffect(() => {
    if (loading.state !== "ready" || !isAtWork(loading.value)) {
      pause.current = FIRST_PAUSE_MS;
      return undefined;
    }
    const timer = setTimeout(loading.again, pause.current);
    pause.current = Math.min(pause.current * 1.5, LONGEST_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [loading]);
  return loading;
}
