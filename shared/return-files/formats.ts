import { SK_DPOSS } from "./formats/sk-dposs.ts";
import type { ReturnFormat } from "./return-format.ts";

/** Every format of return files, by state. A further one is a further line. */
export const RETURN_FORMATS: readonly ReturnFormat[] = [SK_DPOSS];

/** The format of that name. */
export function formatNamed(name: string): ReturnFormat {
  const format = RETURN_FORMATS.find((one) => one.format === name);
  if (!format) throw new RangeError(`no return format is called ${name}`);
  return format;
}
