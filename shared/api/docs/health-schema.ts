import * as z from "zod";

/** Answer of GET /health. Not imported by its function, which does without zod to start at once. */
export const Health = z.strictObject({ status: z.literal("ok") }).meta({ id: "Health" });

/** Answer of GET /ready. */
export const Readiness = z.strictObject({ status: z.literal("ready") }).meta({ id: "Readiness" });
