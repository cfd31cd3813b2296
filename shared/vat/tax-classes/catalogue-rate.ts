import type { IsoDate } from "../../core/calendar/iso-date.ts";
import { classRateOn, RATED_STATES } from "./class-rates.ts";

/** The rate that the catalogue shows of a class: it lists the 27 Member States, not Northern Ireland. */
export const catalogueRateOn = (classId: string, state: string, day: IsoDate) =>
  RATED_STATES.includes(state) ? classRateOn(classId, state, day) : undefined;
