import { soaking } from "./soak.ts";

/** How often each race is run. Divisible by four: the order of the two takes turns. */
export const ROUNDS = soaking ? 100 : 4;
