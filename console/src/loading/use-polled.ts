import { useEffect, useRef } from "preact/hooks";
import { isOutage } from "./outage.ts";
import { type Loading, useLoad } from "./use-load.ts";

const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 3_000;

/** Loads a value, and polls it at growing intervals while it is under way, and while the service does not answer. */
export function usePolled<T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
  isUnderWay: (value: T) => boolean,
): Loading<T> {
  const loading = useLoad(key, load);
  const pause = useRef(FIRST_PAUSE_MS);
  const last = useRef({ key, loading });
  // The message about an outage stays until there is another answer.
  if (loading.state !== "loading" || last.current.key !== key) last.current = { key, loading };
  useEffect(() => {
    if (loading.state === "loading") return undefined;
    const goesOn =
      loading.state === "ready" ? isUnderWay(loading.value) : isOutage(loading.failure);
    if (!goesOn) {
      pause.current = FIRST_PAUSE_MS;
      return undefined;
    }
    const timer = setTimeout(loading.again, pause.current);
    pause.current = Math.min(pause.current * 1.5, LONGEST_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [loading]);
  return last.current.loading;
}
