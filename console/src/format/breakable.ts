/** Marks where long German words may be broken, which else make a table wider than the paper. */
export const breakable = (head: string): string =>
  head.replaceAll(
    /(?<=\p{L}{4})(?=bemessung|grundlage|betrag|gungen|lassung|leistung|mitglied|nummer|schrieben|staat|stände|satz|steuer|tions|zweck)/gu,
    "\u00AD",
  );
