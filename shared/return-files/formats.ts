import { SK_DPOSS } from "./formats/sk-dposs.ts";
import type { ReturnFormat } from "./return-format.ts";

/** Every format of return files, by state. A further one is a further line. */
export const RETURN_FORMATS: readonly ReturnFormat[] = [SK_DPOSS];
