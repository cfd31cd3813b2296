/** The settings that the cells of a table show: how spreadsheets write figures and days in German, for example. */
const SHOWN = [
  ["decimal_separator", ",", /[;\t"]-?\d[\d.]*,\d\d?(?=[;\t"\r\n])/],
  ["date_form", "DD.MM.YYYY", /(?:^|[;,\t"])\d\d?\.\d\d?\.\d{4}(?=[;,\t"\r\n])/m],
] as const;

/** Returns the settings that the first rows of a file show. What they do not show is left out. */
export const shownSettings = (head: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    SHOWN.flatMap(([name, value, form]) => (form.test(head) ? [[name, value]] : [])),
  );
