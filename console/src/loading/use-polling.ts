import { useEffect } from "preact/hooks";

const PAUSE_MS = 2_000;

/** Calls a function after a pause, as long as something is under way. */
export function usePolling(isUnderWay: boolean, again: () => void): void {
  useEffect(() => {
    if (!isUnderWay) return undefined;
    const timer = setTimeout(again, PAUSE_MS);
    return () => clearTimeout(timer);
  });
}
