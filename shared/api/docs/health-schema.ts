import * as z from "zod";

/** Response of GET /health. Its function does not import this schema, because it starts faster without zod. */
export const Health = z.strictObject({ status: z.literal("ok") }).meta({ id: "Health" });

/** Response of GET /ready. */
export const Readiness = z.strictObject({ status: z.literal("ready") }).meta({ id: "Readiness" });
