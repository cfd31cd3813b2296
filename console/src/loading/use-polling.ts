import { useEffect } from "preact/hooks";

/** Calls a function after a pause, as long as something is under way. */
export function usePolling(isUnderWay: boolean, again: () => void, pauseMs = 2_000): void {
  useEffect(() => {
    if (!isUnderWay) return undefined;
    const timer = setTimeout(again, pauseMs);
    return () => clearTimeout(timer);
  });
}
