import { csvText } from "../../core/files/csv.ts";
import { type XmlElement, xmlText } from "../../core/files/xml.ts";
import { percentString } from "../../core/money/money.ts";
import { postcodeRanges } from "../../vat/place-of-supply/rate-places.ts";
import type { RateRow, RatesFile } from "./rates-file.ts";
import type { Shop } from "./schema.ts";

/** The form of a file that the importer of a shop reads. */
type ShopForm = {
  readonly content_type: string;
  readonly extension: string;
  readonly print: (file: RatesFile) => string;
  /** True if the shop can tell the place by what its importer reads. */
  readonly has?: (row: RateRow) => boolean;
};

const CSV = { content_type: "text/csv; charset=utf-8; header=present", extension: "csv" } as const;

/** Names the tax as customers see it. The name tells the rate, because PrestaShop keeps a tax whose name it knows. */
const taxName = ({ taxed_in, rate_bps }: RateRow): string =>
  taxed_in === null ? "VAT 0%" : `VAT ${taxed_in} ${rate_bps / 100}%`;

/** The names of the columns, which the importer takes by their order. */
const WOOCOMMERCE_COLUMNS = [
  "Country code",
  "State code",
  "Postcode / ZIP",
  "City",
  "Rate %",
  "Tax name",
  "Priority",
  "Compound",
  "Shipping",
  "Tax class",
] as const;

/** Of the rates that match an address with one priority, WooCommerce takes one with postcodes before one without. */
const WOOCOMMERCE: ShopForm = {
  ...CSV,
  print: ({ rows }) =>
    csvText(
      WOOCOMMERCE_COLUMNS,
      rows.map((row) => ({
        "Country code": row.country,
        "Postcode / ZIP": wooPostcodes(row),
        "Rate %": percentString(row.rate_bps),
        "Tax name": taxName(row),
        Priority: 1,
        Compound: 0,
        Shipping: 1,
        "Tax class": row.shop_class,
      })),
    ),
};

/**
 * Writes postcodes for WooCommerce, which compares them without blanks and hyphens. Only a range leaves out a number that
 * has lost its leading zero; Portuguese postcodes have seven digits there, so four are written as a beginning.
 */
function wooPostcodes({ postcodes }: RateRow): string {
  if (!postcodes) return "";
  return postcodes.digits === 5
    ? postcodeRanges(postcodes)
        .map(({ from, to }) => `${from}...${to}`)
        .join(";")
    : postcodes.prefixes.map((prefix) => `${prefix}*`).join(";");
}

const MAGENTO_COLUMNS = [
  "Code",
  "Country",
  "State",
  "Zip/Post Code",
  "Rate",
  "Zip/Post is Range",
  "Range From",
  "Range To",
] as const;

/** Magento replaces a rate whose code it knows, so the code names the class and the place, and no rate. */
const MAGENTO: ShopForm = {
  ...CSV,
  print: ({ rows }) =>
    csvText(
      MAGENTO_COLUMNS,
      rows.flatMap((row) =>
        magentoPostcodes(row).map(({ name, ...postcodes }) => ({
          Code: [row.shop_class || "standard", row.country, name].filter(Boolean).join(" "),
          Country: row.country,
          State: "*",
          Rate: percentString(row.rate_bps),
          ...postcodes,
        })),
      ),
    ),
};

type MagentoPostcodes = Partial<Record<(typeof MAGENTO_COLUMNS)[number], string>> & {
  readonly name?: string;
};

/** Writes postcodes for Magento. It compares ranges with numbers alone, and Greek postcodes have a blank there. */
function magentoPostcodes({ postcodes }: RateRow): readonly MagentoPostcodes[] {
  if (!postcodes) return [{ "Zip/Post Code": "*" }];
  if (!postcodes.digits) {
    return postcodes.prefixes.map((prefix) => ({ name: prefix, "Zip/Post Code": `${prefix}*` }));
  }
  const blanked = postcodes.prefixes.filter((prefix) => prefix.length === 5).map(withBlank);
  return [
    ...postcodeRanges(postcodes).map(({ from, to }) => ({
      name: `${from}-${to}`,
      "Zip/Post is Range": "1",
      "Range From": from,
      "Range To": to,
    })),
    ...blanked.map((text) => ({ name: text, "Zip/Post Code": text })),
  ];
}

const withBlank = (postcode: string): string => `${postcode.slice(0, 3)} ${postcode.slice(3)}`;

/**
 * PrestaShop compares postcodes as texts, and the end of a range with the number 0: letters would equal it and match every
 * address of the country. So Northern Ireland cannot be told there.
 */
const PRESTASHOP: ShopForm = {
  content_type: "application/xml; charset=utf-8",
  extension: "xml",
  has: ({ postcodes }) => !postcodes || postcodes.digits !== undefined,
  print: (file) => {
    const taxes = [...new Map(file.rows.map((row) => [taxName(row), row])).values()];
    const numbers = new Map(taxes.map((row, at) => [taxName(row), at + 1]));
    const groups = [...Map.groupBy(file.rows, ({ shop_class }) => shop_class)];
    return xmlText({
      localizationPack: {
        "@name": `EU VAT ${file.day} ${scopeOf(file)}`,
        "@version": "1.0",
        taxes: {
          tax: taxes.map((row) => ({
            "@id": `${numbers.get(taxName(row))}`,
            "@name": taxName(row),
            "@rate": percentString(row.rate_bps),
          })),
          // The importer skips a group whose name it knows, so each file has its own.
          taxRulesGroup: groups.map(([shop_class, rows]) => ({
            "@name": `${shop_class || "Standard"} ${file.day} ${scopeOf(file)}`,
            taxRule: rows.flatMap((row) => rulesOf(row, numbers.get(taxName(row)) ?? 0)),
          })),
        },
      },
    });
  },
};

function rulesOf({ country, postcodes }: RateRow, tax: number): XmlElement[] {
  const rule = { "@iso_code_country": country.toLowerCase(), "@id_tax": `${tax}` };
  if (!postcodes) return [{ ...rule, "@behavior": "0" }];
  return postcodeRanges(postcodes).map(({ from, to }) => ({
    ...rule,
    "@zipcode_from": from,
    // Portuguese postcodes go on with three digits of the street.
    "@zipcode_to": country === "PT" ? `${to}-999` : to,
    "@behavior": "0",
  }));
}

/** Says whose rates the file has: those of a state everywhere, or of each destination. */
const scopeOf = ({ home }: RatesFile): string => (home ? `home ${home}` : "destination");

const SHOP_FORMS: Readonly<Record<Shop, ShopForm>> = {
  woocommerce: WOOCOMMERCE,
  magento: MAGENTO,
  prestashop: PRESTASHOP,
};

/** Builds the file for a shop, with whose rates it has, and what it lacks. */
export function shopFile(shop: Shop, file: RatesFile) {
  const { content_type, extension, has = () => true, print } = SHOP_FORMS[shop];
  const left = file.rows
    .filter((row) => !has(row))
    .map(({ country, postcodes, shop_class }) =>
      [country, postcodes?.prefixes.join(" "), shop_class || "standard"].join(" "),
    );
  const scope = scopeOf(file);
  return {
    body: print({ ...file, rows: file.rows.filter(has) }),
    content_type,
    file_name: `vat-rates-${shop}-${file.day}-${scope.toLowerCase().replace(" ", "-")}.${extension}`,
    scope,
    missing: [...file.missing, ...left].join(", ") || "none",
  };
}
