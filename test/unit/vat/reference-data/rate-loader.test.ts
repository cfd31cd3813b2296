import { expect, it } from "vitest";
import {
  acceptedRateStarts,
  forgetVatRates,
  NO_OVERLAY,
  type RateCatalogue,
  type RateOverlay,
  rateLoader,
} from "../../../../shared/vat/reference-data/vat-rates.ts";
import { overlayOf } from "../../../make/rate-proposal.ts";

/** A loader whose reads are the given overlays, one after the other, at a time that the test sets. */
function loader(...reads: readonly (RateOverlay | Error)[]) {
  const clock = { now: 0, reads: 0 };
  const load = async () => {
    const read = reads[clock.reads++];
    if (!read || read instanceof Error) throw read;
    return read;
  };
  return { clock, rates: rateLoader(load, () => clock.now) };
}
const accepted = (catalogue: RateCatalogue) =>
  acceptedRateStarts("DE", "standard", catalogue).map(({ rate_bps }) => rate_bps);

it("reads once for five minutes, and then again", async () => {
  const { clock, rates } = loader(overlayOf(1, 2000), overlayOf(2, 2100));
  const [first, second] = await Promise.all([rates(), rates()]);
  expect(first).toBe(second);
  clock.now = 299_999;
  expect([clock.reads, accepted(await rates())]).toEqual([1, [2000]]);
  clock.now = 300_000;
  expect([clock.reads, accepted(await rates())]).toEqual([1, [2100]]);
  expect(clock.reads).toBe(2);
  // A run that holds the first rates keeps them, and names their version.
  expect([first.version.endsWith("+1"), accepted(first)]).toEqual([true, [2000]]);
});

it("tries again after a read that failed", async () => {
  const { clock, rates } = loader(new Error("no answer"), overlayOf(1, 2000));
  await expect(rates()).rejects.toThrow("no answer");
  expect([accepted(await rates()), clock.reads]).toEqual([[2000], 2]);
});

it("reads again once the rates are forgotten", async () => {
  const { clock, rates } = loader(overlayOf(1, 2000), NO_OVERLAY);
  await rates();
  forgetVatRates();
  expect(accepted(rates.latest())).toEqual([]);
  expect([accepted(await rates()), clock.reads]).toEqual([[], 2]);
});

it("never goes back to an older version", async () => {
  const { clock, rates } = loader(overlayOf(2, 2100), overlayOf(1, 2000));
  await rates();
  clock.now = 300_000;
  expect(accepted(await rates())).toEqual([2100]);
});
