import type { EcbDay } from "../../shared/vat/exchange-rates/ecb-csv.ts";

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>`;
const ENVELOPE =
  '<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">';

type Day = { readonly day: string; readonly rates: EcbDay["rates"] };

/** A day of rates as they are printed, padded or not. */
export const makeDay = (
  day: string,
  rates: Record<string, string> = { USD: "1.1610", JPY: "180.25", NOK: "11.5829", ISK: "147.00" },
): Day => ({ day, rates });

/** eurofxref-daily.xml: one day, indented, attributes in single quotes. */
export const dailyXml = ({ day, rates }: Day): string => `${HEAD}
${ENVELOPE}
\t<gesmes:subject>Reference rates</gesmes:subject>
\t<gesmes:Sender>
\t\t<gesmes:name>European Central Bank</gesmes:name>
\t</gesmes:Sender>
\t<Cube>
\t\t<Cube time='${day}'>
${Object.entries(rates)
  .map(([currency, rate]) => `\t\t\t<Cube currency='${currency}' rate='${rate}'/>\n`)
  .join("")}\t\t</Cube>
\t</Cube>
</gesmes:Envelope>`;

/** eurofxref-hist-90d.xml: one line, newest day first, attributes in double quotes. */
export const historyXml = (days: readonly Day[]): string => {
  const cubes = days.map(({ day, rates }) => {
    const quotes = Object.entries(rates).map(
      ([currency, rate]) => `<Cube currency="${currency}" rate="${rate}"/>`,
    );
    return `<Cube time="${day}">${quotes.join("")}</Cube>`;
  });
  const sender =
    "<gesmes:subject>Reference rates</gesmes:subject><gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>";
  return `${HEAD}${ENVELOPE}${sender}<Cube>${cubes.join("")}</Cube></gesmes:Envelope>`;
};
