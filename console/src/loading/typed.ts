type Texts = Readonly<Record<string, string>>;

/** Returns the text of a field without the blanks around it; empty for a field that the form does not have. */
export const textIn = (typed: FormData, name: string): string =>
  String(typed.get(name) ?? "").trim();

/** Returns the texts of all fields, by their names. */
export const textsIn = (typed: FormData): Texts =>
  Object.fromEntries([...typed.keys()].map((name) => [name, textIn(typed, name)]));

/** Returns the texts of the fields that are filled in. */
export const filledFields = (typed: FormData): Texts =>
  Object.fromEntries(Object.entries(textsIn(typed)).filter(([, text]) => text !== ""));
