import * as z from "zod";

/** Large enough for any supply to a consumer, small enough for sums to stay exact in JSON numbers. */
const LARGEST_AMOUNT_MINOR = 1_000_000_000_000;

export const Amount = z.int().min(-LARGEST_AMOUNT_MINOR).max(LARGEST_AMOUNT_MINOR);
export const PositiveAmount = z.int().min(0).max(LARGEST_AMOUNT_MINOR);
