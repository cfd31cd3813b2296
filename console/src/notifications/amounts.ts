/** Keeps each amount on one line with its currency: the service writes a plain space there, as its mails need. */
export const withAmountsTogether = (text: string): string =>
  text.replaceAll(/(?<=\d) (?=€|[A-Z]{3}\b)|(?<=\b[A-Z]{3}) (?=\d)/g, "\u00A0");
