import type { OssThresholdCheckAnswer, VatClient } from "../../../../client/src/eu-vat-client.ts";
import { type IsoDate, plusDays } from "../../../../shared/calendar/iso-date.ts";

/** The turnover of the year up to a day, EUR minor units. */
export type YearPoint = { readonly day: IsoDate; readonly turnover_minor: number };

/** What the year's curve goes through: the first day, each end of a month, and today. */
export function daysToAsk(today: IsoDate): IsoDate[] {
  const year = today.slice(0, 4);
  const months = Array.from({ length: Number(today.slice(5, 7)) - 1 }, (_, index) =>
    plusDays(`${year}-${String(index + 2).padStart(2, "0")}-01` as IsoDate, -1),
  );
  return [...months, today];
}

/** Asks for the turnover up to each of those days. */
export async function loadThresholdYear(
  client: VatClient,
  today: IsoDate,
  signal: AbortSignal,
): Promise<YearPoint[]> {
  const from = `${today.slice(0, 4)}-01-01` as IsoDate;
  const asked = daysToAsk(today).map(async (to) => {
    const body = { threshold_type: "oss" as const, from, to };
    const answer = await client.checkThreshold({ body }, { signal });
    return { day: to, turnover_minor: (answer as OssThresholdCheckAnswer).current_minor };
  });
  return [{ day: from, turnover_minor: 0 }, ...(await Promise.all(asked))];
}
