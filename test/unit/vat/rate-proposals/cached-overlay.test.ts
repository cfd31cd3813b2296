import { afterEach, expect, it } from "vitest";
import { cachedOverlay } from "../../../../shared/vat/rate-proposals/store-rate-proposals.ts";
import {
  acceptedStarts,
  forgetOverlay,
  type RateOverlay,
} from "../../../../shared/vat/reference-data/vat-rates.ts";
import { overlayOf } from "../../../make/rate-proposal.ts";

afterEach(forgetOverlay);

/** A cache whose reads are the given overlays, one after the other, at a time that the test sets. */
function cache(...reads: readonly (RateOverlay | Error)[]) {
  const clock = { now: 0, reads: 0 };
  const load = async () => {
    const read = reads[clock.reads++];
    if (!read || read instanceof Error) throw read;
    return read;
  };
  return { clock, apply: cachedOverlay(load, () => clock.now) };
}
const rates = () => acceptedStarts("DE", "standard").map(({ rate_bps }) => rate_bps);

it("reads once for five minutes, and then again", async () => {
  const { clock, apply } = cache(overlayOf(1, 2000), overlayOf(2, 2100));
  await Promise.all([apply(), apply()]);
  clock.now = 299_999;
  await apply();
  expect([clock.reads, rates()]).toEqual([1, [2000]]);
  clock.now = 300_000;
  await apply();
  expect([clock.reads, rates()]).toEqual([2, [2100]]);
});

it("tries again after a read that failed", async () => {
  const { clock, apply } = cache(new Error("no answer"), overlayOf(1, 2000));
  await expect(apply()).rejects.toThrow("no answer");
  await apply();
  expect([clock.reads, rates()]).toEqual([2, [2000]]);
});

it("reads again once the rates are forgotten, and applies nothing that was read before", async () => {
  const { clock, apply } = cache(overlayOf(1, 2000), overlayOf(2, 2100), overlayOf(1, 2000));
  await apply();
  forgetOverlay();
  const before = apply();
  forgetOverlay();
  await before;
  expect([clock.reads, rates()]).toEqual([2, []]);
  await apply();
  expect([clock.reads, rates()]).toEqual([3, [2000]]);
});

it("never goes back to an older version", async () => {
  const { clock, apply } = cache(overlayOf(2, 2100), overlayOf(1, 2000));
  await apply();
  clock.now = 300_000;
  await apply();
  expect(rates()).toEqual([2100]);
});
