import type { Formatter } from "../format/formatter.ts";
import type { Say } from "../texts/say.ts";

/** The tools for texts about returns. */
export type Words = { readonly say: Say; readonly format: Formatter };
