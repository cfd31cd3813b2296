/** The severity of a message; also the name of its colours. */
export type Level = "good" | "info" | "warn" | "bad";
