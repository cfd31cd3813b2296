import * as z from "zod";
import { type XmlElement, xmlText } from "../../../core/files/xml.ts";
import { percentString } from "../../../core/money/money.ts";
import { withoutPrefix } from "../../../vat/seller/identifier.ts";
import {
  byConsumptionState,
  grandTotals,
  isFromHome,
  type NeutralReturn,
  type NeutralSupply,
} from "../neutral-return.ts";
import {
  Establishments,
  establishmentIn,
  euTrader,
  type FileRequest,
  filerName,
  VatNumber,
} from "../request.ts";
import { CIR_2020_194_UNTIL, returnFormat } from "../return-format.ts";
import { zeroAmountFindings } from "../row-findings.ts";
import { inEuro } from "../text.ts";

/** The filer: a company, or a person with first and last name. */
const PolishFiler = z.union([
  z.strictObject({ vat_number: VatNumber, name: filerName(100) }),
  z.strictObject({
    vat_number: VatNumber,
    first_name: filerName(30),
    last_name: filerName(69),
  }),
]);

const PolishExtras = z
  .strictObject({
    tax_office: z
      .string()
      .regex(/^\d{4}$/, "must be the four digits of a tax office")
      .describe("The office that the form is addressed to: 1071 in Łódź since 2022"),
  })
  .meta({ examples: [{ tax_office: "1071" }] });

/** The constant parts of every declaration VIU-DO (2). */
const FORM = {
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
  /** The official notices on penalties and on enforcement, verbatim. */
  notices: {
    Pouczenie1:
      "Za podanie nieprawdy lub zatajenie prawdy i przez to narażenie podatku na uszczuplenie grozi odpowiedzialność przewidziana w Kodeksie karnym skarbowym.",
    Pouczenie2:
      "W przypadku niewpłacenia w obowiązującym terminie kwoty podatku VAT należnej Rzeczpospolitej Polskiej lub wpłacenia jej w niepełnej wysokości, niniejsza deklaracja stanowi podstawę do wystawienia tytułu wykonawczego zgodnie z przepisami ustawy z dnia 17 czerwca 1966 r. o postępowaniu egzekucyjnym w administracji (Dz. U. z 2022 r. poz. 479, z późn. zm.).",
  },
};

type PolishRequest = FileRequest<z.output<typeof PolishFiler>, z.output<typeof PolishExtras>>;

/**
 * The Polish declaration VIU-DO (2). Supplies are grouped by Member State of consumption. Elements from the shared
 * definitions have the prefix dto; elements of the form itself have none.
 */
export const PL_VIUDO2 = returnFormat({
  format: "pl_viudo2",
  member_state: "PL",
  schemes: ["union_oss"],
  version: "VIU-DO (2), 2024/05/14/13428",
  channel: "e-Deklaracje: the file is signed and sent by your own software",
  guide: "docs/filing/poland.md",
  limits: ["Names of at most 100 characters"],
  confidence: "high",
  confirmed_until: CIR_2020_194_UNTIL,
  unproven: [
    "The official schema was not at hand: the structure follows published classes made of it.",
    "That the office is 1071, and how a nil return looks, is our reading.",
  ],
  media_type: "application/xml",
  encoding: "utf-8",
  extension: "xml",
  currency: "EUR",
  number_needed_in: ["2c"],
  takes_tax_reference: true,
  fields: {
    filer: PolishFiler.meta({ examples: [{ vat_number: "PL1234567890", name: "Sample" }] }),
    establishments: Establishments,
    extras: PolishExtras,
  },
  findings: zeroAmountFindings,
  print: (neutral, request) =>
    xmlText({
      Deklaracja: {
        ...FORM.namespaces,
        Naglowek: headOf(neutral, request),
        Podmiot1: { "@rola": "Podatnik", ...subjectOf(request) },
        PozycjeSzczegolowe: itemsOf(neutral, request),
        ...FORM.notices,
      },
    }),
});

const headOf = ({ period }: NeutralReturn, { extras, prepared_on }: PolishRequest): XmlElement => ({
  KodFormularza: FORM.code,
  WariantFormularza: 2,
  DataWypelnienia: prepared_on,
  CelZlozenia: 1,
  Rok: period.year,
  Kwartal: period.number,
  KodUrzedu: extras.tax_office,
});

function subjectOf({ filer }: PolishRequest): XmlElement {
  const nip = { "dto:NIP": withoutPrefix(filer.vat_number) };
  return "name" in filer
    ? { "dto:OsobaNiefizyczna": { ...nip, "dto:PelnaNazwa": filer.name } }
    : {
        "dto:OsobaFizyczna": {
          ...nip,
          "dto:ImiePierwsze": filer.first_name,
          "dto:Nazwisko": filer.last_name,
        },
      };
}

function itemsOf(neutral: NeutralReturn, request: PolishRequest): XmlElement {
  const { period, supplies, corrections, balances, total_minor, is_nil } = neutral;
  const { days } = period;
  return {
    Period: days ? { "dto:StartDate": days.first, "dto:EndDate": days.last } : "",
    VATReturnMSCON: is_nil
      ? undefined
      : {
          Supplies: supplies.length > 0 ? suppliesOf(supplies, request) : undefined,
          Corrections: byConsumptionState(corrections).map(([state, ones]) => ({
            MSCONCountryCode: state,
            MSCONCorrections: {
              "dto:Correction": ones.map(({ period: { year, number }, vat_minor }) => ({
                "dto:Period": { "dto:Year": year, "dto:Quarter": number },
                "dto:TotalVATAmountCorrection": inEuro(vat_minor),
              })),
            },
          })),
        },
    MSCONBalance: balances.map((balance) => ({
      MSCONCountryCode: balance.member_state,
      BalanceOfVATDue: inEuro(balance.vat_minor),
    })),
    TotalAmountOfVATDue: inEuro(total_minor),
  };
}

function suppliesOf(supplies: readonly NeutralSupply[], request: PolishRequest): XmlElement {
  const totals = grandTotals(supplies);
  const abroad = supplies.filter((row) => !isFromHome(row));
  return {
    MSIDSupplies: byConsumptionState(supplies.filter(isFromHome)).map(([state, rows]) => ({
      MSCONCountryCode: state,
      MSIDSupply: { "dto:OSSVATReturnDetail": rows.map(detailOf) },
    })),
    GrandTotalMSIDServices: inEuro(totals.home_services),
    GrandTotalMSIDGoods: inEuro(totals.home_goods),
    MSESTSupplies: byConsumptionState(abroad).map(([state, rows]) => ({
      MSCONCountryCode: state,
      MSESTSupply: rows.map((row) => ({
        VATReturnDetails: { ...originOf(row, request), OSSVATReturnDetail: detailOf(row) },
      })),
    })),
    GrandTotalMSESTServices: inEuro(totals.abroad_services),
    GrandTotalMSESTGoods: inEuro(totals.abroad_goods),
    GrandTotal: inEuro(totals.all),
  };
}

const originOf = ({ from }: NeutralSupply, request: PolishRequest): XmlElement =>
  euTrader(from as string, establishmentIn(request, from as string), "dto:");

const detailOf = (row: NeutralSupply): XmlElement => ({
  "dto:SupplyType": row.supply_type,
  "dto:VATRate": { "@type": row.rate_type, "#text": percentString(row.rate_bps) },
  "dto:TaxableAmount": inEuro(row.base_minor),
  "dto:VATAmount": inEuro(row.vat_minor),
});
