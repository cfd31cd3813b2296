import { XmlDocument, type XmlElement, type XmlNode } from "libxml2-wasm";

/** What a file says, in the words of the neutral return; what a form does not carry is left out. */
export type ReadReturn = {
  readonly supplies: readonly {
    readonly supply_type: string;
    readonly member_state: string;
    readonly from: string | null;
    readonly rate_type: string;
    readonly rate_bps: number;
    readonly base_minor: number;
    readonly vat_minor: number;
  }[];
  readonly corrections: readonly {
    readonly period: string;
    readonly member_state: string;
    readonly vat_minor: number;
  }[];
  readonly balances?: readonly { readonly member_state: string; readonly vat_minor: number }[];
  readonly total_minor?: number;
};

/** Hundredths of a decimal text. It is read without arithmetic, so that nothing is rounded away. */
const hundredths = (text: string): number => {
  const [, sign, whole, part = ""] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  if (whole === undefined) throw new Error(`no amount: ${text}`);
  return Number(`${sign}${whole}${part.padEnd(2, "0")}`) + 0;
};

/** Elements below a node, and texts and attributes below an element, whatever the namespace. */
const all = (node: XmlNode | XmlDocument, ...names: string[]): XmlElement[] =>
  node.find(`.//${names.map(local).join("/")}`) as XmlElement[];
const local = (name: string): string => `*[local-name()='${name}']`;
const text = (node: XmlNode, ...names: string[]): string =>
  (node.get(names.map(local).join("/")) as XmlElement | null)?.content ?? "";
const attribute = (node: XmlNode, name: string): string =>
  (node.get(`@${name}`) as XmlElement | null)?.content ?? "";

/** A line as the common message of Annex III words it, in SK, PL and BE. */
const detail = (node: XmlNode, vat = "VATAmount", rate = "VATRate") => ({
  supply_type: text(node, "SupplyType"),
  rate_type: attribute(node.get(local(rate)) as XmlNode, "type"),
  rate_bps: hundredths(text(node, rate)),
  base_minor: hundredths(text(node, "TaxableAmount")),
  vat_minor: hundredths(text(node, vat)),
});

/** The Member State that issued a number, or stands alone. */
const origin = (node: XmlNode): string => {
  const number = node.get(".//*[@issuedBy]");
  return number ? attribute(number, "issuedBy") : text(node, "CountryCode");
};

const quarter = (node: XmlNode): string =>
  `${text(node, "Period", "Year")}-Q${text(node, "Period", "Quarter")}`;

const correction = (node: XmlNode, member_state: string) => ({
  period: quarter(node),
  member_state,
  vat_minor: hundredths(text(node, "TotalVATAmountCorrection")),
});

const balance = (node: XmlNode) => ({
  member_state: text(node, "MSCONCountryCode"),
  vat_minor: hundredths(text(node, "BalanceOfVATDue")),
});

const READERS: Readonly<Record<string, (document: XmlDocument) => ReadReturn>> = {
  sk_dposs: (document) => ({
    supplies: [
      ...all(document, "MSIDSupplies").map((node) => ({ node, inner: node, from: null })),
      ...all(document, "MSESTSupplies").map((node) => ({
        node,
        inner: node.get(local("VATReturnDetails")) as XmlNode,
        from: origin(node),
      })),
    ].map(({ inner, from }) => ({
      ...detail(inner),
      member_state: text(inner, "MSCONCountrycode"),
      from,
    })),
    corrections: all(document, "Correction").map((node) =>
      correction(node, text(node, "MSCONCountryCode")),
    ),
    balances: all(document, "Balance").map(balance),
    total_minor: hundredths(text(document.root, "TotalVATAmountDue")),
  }),
  pl_viudo2: (document) => ({
    supplies: [
      ...all(document, "MSIDSupplies").flatMap((state) =>
        all(state, "OSSVATReturnDetail").map((node) => ({ node, state, from: null })),
      ),
      ...all(document, "MSESTSupplies").flatMap((state) =>
        all(state, "VATReturnDetails").map((outer) => ({
          node: outer.get(local("OSSVATReturnDetail")) as XmlNode,
          state,
          from: origin(outer),
        })),
      ),
    ].map(({ node, state, from }) => ({
      ...detail(node),
      member_state: text(state, "MSCONCountryCode"),
      from,
    })),
    corrections: all(document, "Corrections").flatMap((state) =>
      all(state, "Correction").map((node) => correction(node, text(state, "MSCONCountryCode"))),
    ),
    balances: all(document, "MSCONBalance").map(balance),
    total_minor: hundredths(text(document.root, "PozycjeSzczegolowe", "TotalAmountOfVATDue")),
  }),
  cz_ossei1: (document) => ({
    supplies: all(document, "VetaR").map((node) => ({
      supply_type: attribute(node, "supply_type_code") === "G" ? "GOODS" : "SERVICES",
      member_state: attribute(node, "state_consumption"),
      from: attribute(node, "country") === "CZ" ? null : attribute(node, "country"),
      rate_type: attribute(node, "vat_rate_type_code") === "Z" ? "STANDARD" : "REDUCED",
      rate_bps: hundredths(attribute(node, "vat_rate")),
      base_minor: hundredths(attribute(node, "taxable_amount")),
      vat_minor: hundredths(attribute(node, "vat_amount")),
    })),
    corrections: all(document, "VetaO").map((node) => ({
      period: `${attribute(node, "year")}-Q${attribute(node, "quarter")}`,
      member_state: attribute(node, "state_consumption"),
      vat_minor: hundredths(attribute(node, "correction")),
    })),
  }),
  ro_d398: (document) => {
    const isImport = attribute(document.root, "moes_voes_imp") === "3";
    const states = all(document, "MS").map((node) => ({
      node,
      state: attribute(node, "mscon_state"),
    }));
    return {
      supplies: states.flatMap(({ node, state }) =>
        all(node, "SUPPLY").map((xmlElement) => ({
          supply_type: attribute(xmlElement, "supply_type") === "1" ? "GOODS" : "SERVICES",
          member_state: state,
          from: attribute(xmlElement, "vat_id_no_msest").slice(0, 2) || null,
          rate_type: attribute(xmlElement, "vat_rate_type") === "1" ? "STANDARD" : "REDUCED",
          rate_bps: hundredths(attribute(xmlElement, "vat_rate")),
          base_minor: hundredths(attribute(xmlElement, "taxable_amount")),
          vat_minor: hundredths(attribute(xmlElement, "vat_amount")),
        })),
      ),
      corrections: all(document, "CORRECTION").map((node) => {
        const month = attribute(node, "vat_return_correction_period");
        const named = isImport ? month.padStart(2, "0") : `Q${Number(month) / 3}`;
        return {
          period: `${attribute(node, "year")}-${named}`,
          member_state: attribute(node, "mscon_state_correction"),
          vat_minor: hundredths(attribute(node, "vat_amount_correction")),
        };
      }),
      // Only of Member States with supplies.
      balances: states.map(({ node, state }) => ({
        member_state: state,
        vat_minor: hundredths(attribute(node, "due_balance")),
      })),
      total_minor: hundredths(attribute(document.root, "grand_total_vat_due")),
    };
  },
};

/** A file, read by another parser than the builder's. */
export function readReturn(format: string, file: string): ReadReturn {
  const document = XmlDocument.fromString(file);
  try {
    return (READERS[format] as (typeof READERS)[string])(document);
  } finally {
    document.dispose();
  }
}

/** The filer's name in a file that has one. */
export function nameIn(file: string): string {
  const document = XmlDocument.fromString(file);
  try {
    const found = document.get(
      "//@company_name | //*[local-name()='PelnaNazwa'] | /*[local-name()='d398']/@name",
    );
    return (found as XmlElement).content;
  } finally {
    document.dispose();
  }
}
