import {
  applyOverlay,
  overlaysForgotten,
  type RateOverlay,
} from "../../vat/reference-data/rate-overlay.ts";

/** Lifetime of the accepted rates in a process. An accepted rate, or a withdrawal, takes effect after at most this time. */
const CACHED_MS = Number(process.env["ACCEPTED_RATES_CACHED_SECONDS"] ?? 300) * 1000;

type Kept = {
  readonly applied: Promise<void>;
  readonly forgotten: number;
  readonly until: number;
};

/**
 * Returns a function that makes the accepted rates those of this process. It reads them again after five minutes, so
 * that they are one read for many requests; concurrent requests share a read.
 * @param now the clock, in milliseconds.
 */
export function cachedOverlay(load: () => Promise<RateOverlay>, now = () => Date.now()) {
  let kept: Kept | undefined;
  return (): Promise<void> => {
    const forgotten = overlaysForgotten();
    if (kept && kept.forgotten === forgotten && now() < kept.until) return kept.applied;
    const applied = load().then((overlay) => {
      if (overlaysForgotten() === forgotten) applyOverlay(overlay);
    });
    const own = { applied, forgotten, until: now() + CACHED_MS };
    kept = own;
    // A failed read is not cached, so the next request tries again.
    applied.catch(() => {
      if (kept === own) kept = undefined;
    });
    return applied;
  };
}
