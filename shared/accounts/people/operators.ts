/** The operators of the service: persons by their ids, a setting of the stage (OPERATORS, separated by blanks). */
const operators = (): readonly string[] =>
  (process.env["OPERATORS"] ?? "").split(/\s+/).filter((id) => id !== "");

/** True if a person operates the service: decides what is the same for all accounts, such as VAT rates. */
export const isOperator = (person: string): boolean => operators().includes(person);
