import { BE_INTERVAT } from "./formats/be-intervat.ts";
import { CZ_OSSEI1 } from "./formats/cz-ossei1.ts";
import { PL_VIUDO2 } from "./formats/pl-viudo2.ts";
import { RO_D398 } from "./formats/ro-d398.ts";
import { SK_DPOSS } from "./formats/sk-dposs.ts";
import type { ReturnFormat } from "./return-format.ts";

/** Every format of return files, by state. A further one is a further line. */
export const RETURN_FORMATS: readonly ReturnFormat[] = [
  BE_INTERVAT,
  CZ_OSSEI1,
  PL_VIUDO2,
  RO_D398,
  SK_DPOSS,
];

/** The format of that name. */
export function formatNamed(name: string): ReturnFormat {
  const format = RETURN_FORMATS.find((one) => one.format === name);
  if (!format) throw new RangeError(`no return format is called ${name}`);
  return format;
}
