import {
  catalogueOf,
  NO_OVERLAY,
  type RateCatalogue,
  type RateOverlay,
} from "../reference-data/vat-rates.ts";

/** Lifetime of the accepted rates in a process. An accepted rate, or a withdrawal, takes effect after at most this time. */
const OVERLAY_CACHED_MS = Number(process.env["ACCEPTED_RATES_CACHED_SECONDS"] ?? 300) * 1000;

/** The functions that empty the cache of each loader. */
const caches: (() => void)[] = [];

/** Loads the VAT rates. */
type RateLoader = {
  (): Promise<RateCatalogue>;
  /** Returns the rates of the last read that succeeded; the built-in ones before the first. */
  readonly latest: () => RateCatalogue;
};

/**
 * Returns a loader of the VAT rates. It reads the accepted ones again after five minutes, so that they are one read for
 * many requests; concurrent requests share a read.
 * @param now the clock, in milliseconds.
 */
export function rateLoader(load: () => Promise<RateOverlay>, now = () => Date.now()): RateLoader {
  let latest = catalogueOf(NO_OVERLAY);
  let cached: { readonly rates: Promise<RateCatalogue>; readonly until: number } | undefined;
  const read = async (): Promise<RateCatalogue> => {
    const overlay = await load();
    // A slow read must not undo a newer one.
    if (overlay.version >= latest.overlay.version) latest = catalogueOf(overlay);
    return latest;
  };
  const loaded = (): Promise<RateCatalogue> => {
    if (cached && now() < cached.until) return cached.rates;
    const own = { rates: read(), until: now() + OVERLAY_CACHED_MS };
    cached = own;
    // A failed read is not cached, so the next request tries again.
    own.rates.catch(() => {
      if (cached === own) cached = undefined;
    });
    return own.rates;
  };
  caches.push(() => {
    cached = undefined;
    latest = catalogueOf(NO_OVERLAY);
  });
  return Object.assign(loaded, { latest: () => latest });
}

/** Lets this process read the accepted rates anew, and not after the lifetime of what it has read. */
export function forgetVatRates(): void {
  for (const empty of caches) empty();
}
