import * as z from "zod";
import { filerName, VatNumber } from "../request.ts";

/** A company, or a person by first and last name. */
export const PolishFiler = z.union([
  z.strictObject({ vat_number: VatNumber, name: filerName(100) }),
  z.strictObject({
    vat_number: VatNumber,
    first_name: filerName(30),
    last_name: filerName(69),
  }),
]);

export const PolishExtras = z
  .strictObject({
    tax_office: z
      .string()
      .regex(/^\d{4}$/, "must be the four digits of a tax office")
      .describe("The office that the form is addressed to: 1071 in Łódź since 2022"),
  })
  .meta({ examples: [{ tax_office: "1071" }] });

/** What is the same in every declaration VIU-DO (2). */
export const FORM = {
  namespaces: {
    "@xmlns": "http://crd.gov.pl/wzor/2024/05/14/13428/",
    "@xmlns:dto": "http://crd.gov.pl/xml/schematy/dziedzinowe/mf/2021/03/12/eD/DefinicjeTypyOss/",
  },
  code: {
    "@kodPodatku": "VIU",
    "@kodSystemowy": "VIU-DO (2)",
    "@rodzajZobowiazania": "Z",
    "@wersjaSchemy": "1-0E",
    "#text": "VIU-DO",
  },
  /** On penalties and on enforcement, word for word. */
  notices: {
    Pouczenie1:
      "Za podanie nieprawdy lub zatajenie prawdy i przez to narażenie podatku na uszczuplenie grozi odpowiedzialność przewidziana w Kodeksie karnym skarbowym.",
    Pouczenie2:
      "W przypadku niewpłacenia w obowiązującym terminie kwoty podatku VAT należnej Rzeczpospolitej Polskiej lub wpłacenia jej w niepełnej wysokości, niniejsza deklaracja stanowi podstawę do wystawienia tytułu wykonawczego zgodnie z przepisami ustawy z dnia 17 czerwca 1966 r. o postępowaniu egzekucyjnym w administracji (Dz. U. z 2022 r. poz. 479, z późn. zm.).",
  },
};
