import type { Formatter } from "../format/formatter.ts";
import type { Say } from "../texts/say.ts";

/** What sentences about returns are made with. */
export type Words = { readonly say: Say; readonly format: Formatter };
