/** How much something matters; also the name of its colours. */
export type Level = "good" | "info" | "warn" | "bad";
