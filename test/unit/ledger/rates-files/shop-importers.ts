import { parse } from "csv-parse/sync";
import { XMLParser } from "fast-xml-parser";

/** An address as a shop compares it with its rates. */
export type Address = { readonly country: string; readonly postcode: string };

/** A shop that has imported a file: the per cent that it charges, undefined where it has no rate. */
type ImportedShop = (address: Address, shop_class: string) => number | undefined;

const lines = (text: string): string[][] => parse(text, { relax_column_count: false });

/**
 * WooCommerce 11.0.1. Import: `WC_Tax_Rate_Importer::import`, ten columns by their order, of
 * https://github.com/woocommerce/woocommerce/blob/11.0.1/plugins/woocommerce/includes/admin/importers/class-wc-tax-rate-importer.php
 * Matching: `WC_Tax::get_matched_tax_rates` and `sort_rates_callback` of includes/class-wc-tax.php,
 * `wc_get_wildcard_postcodes` and `wc_postcode_location_matcher` of includes/wc-core-functions.php,
 * `wc_format_postcode` of includes/wc-formatting-functions.php there.
 */
export function wooCommerce(text: string, classes: readonly string[]): ImportedShop {
  const [header = [], ...rows] = lines(text);
  if (header.length !== 10) throw new Error("The CSV is invalid.");
  const rates = rows.map(([country, state, codes = "", city, rate, , priority, , , name = ""]) => ({
    country,
    place: `${state}${city}`,
    codes: codes.split(";").filter(Boolean),
    rate: Number(rate),
    priority,
    // A class that the shop has not becomes its standard class.
    class: classes.includes(name) ? name : "",
  }));
  return ({ country, postcode }, shop_class) => {
    const matching = rates
      .filter((rate) => rate.country === country && rate.class === shop_class && !rate.place)
      .map((rate) => ({
        ...rate,
        matches: rate.codes.filter(isWooMatch(country, postcode)).length,
      }))
      .filter(({ codes, matches }) => codes.length === 0 || matches > 0)
      .sort((a, b) => b.matches - a.matches);
    const priorities = new Set(matching.map(({ priority }) => priority));
    if (priorities.size > 1) throw new Error("several rates would be added up");
    return matching[0]?.rate;
  };
}

const isWooMatch = (country: string, postcode: string) => {
  const normal = postcode.trim().replaceAll(/[\s-]/g, "").toUpperCase();
  const formatted = wooFormatted(normal, country);
  const wanted = new Set([normal, formatted, `${formatted}*`]);
  for (let at = 1; at <= formatted.length; at += 1) wanted.add(`${formatted.slice(0, -at)}*`);
  return (code: string): boolean => {
    const [from, to] = code.split("...");
    if (from === undefined || to === undefined) return wanted.has(code);
    // PHP compares two numeric texts as numbers, any others as texts.
    return /^\d+$/.test(normal)
      ? Number(from) <= Number(normal) && Number(normal) <= Number(to)
      : from <= normal && normal <= to;
  };
};

/** Of the countries whose rows have beginnings of postcodes, these write a sign within a postcode. */
function wooFormatted(normal: string, country: string): string {
  const at = { GB: normal.length - 3, PT: 4 }[country];
  const sign = country === "GB" ? " " : "-";
  return at === undefined ? normal : `${normal.slice(0, at)}${sign}${normal.slice(at)}`.trim();
}

/**
 * Magento 2.4. Import: `CsvImportHandler`, eight columns by their order, of
 * https://github.com/magento/magento2/blob/2.4.8/app/code/Magento/TaxImportExport/Model/Rate/CsvImportHandler.php
 * What is stored: `Rate::beforeSave` of app/code/Magento/Tax/Model/Calculation/Rate.php. Matching: `_getRates` of
 * app/code/Magento/Tax/Model/ResourceModel/Calculation.php, with one tax rule for each class, as the page of the shop says.
 */
export function magento(text: string): ImportedShop {
  const [header = [], ...rows] = lines(text);
  if (header.length !== 8) throw new Error("Invalid file format.");
  const stored = new Map(rows.map((row) => [row[0], magentoRate(row)]));
  if (stored.size !== rows.length) throw new Error("a row replaces another one");
  return ({ country, postcode }, shop_class) =>
    [...stored.values()]
      .filter(({ code }) => code.startsWith(`${shop_class || "standard"} ${country}`))
      .filter((rate) => rate.country === country && isMagentoMatch(rate, country, postcode))
      .sort((a, b) => (a.text === b.text ? b.rate - a.rate : a.text < b.text ? 1 : -1))[0]?.rate;
}

function magentoRate(row: readonly string[]) {
  const [code = "", country, region, postcode = "", rate, isRange, from = "", to = ""] = row;
  if (region !== "*") throw new Error("the row is skipped");
  const rest = { code, country, rate: Number(rate) };
  if (isRange !== "1") {
    if (code === "" || postcode === "") throw new Error("Please fill all required fields.");
    return { ...rest, text: postcode.slice(0, 10) };
  }
  if (!/^\d{1,9}$/.test(from) || Number(from) > Number(to)) throw new Error("no range");
  return { ...rest, text: `${from}-${to}`, range: { from: Number(from), to: Number(to) } };
}

type MagentoRate = {
  readonly text: string;
  readonly range?: { from: number; to: number } | undefined;
};

function isMagentoMatch({ text, range }: MagentoRate, country: string, postcode: string): boolean {
  const [, before = postcode] = country === "PT" ? (/^(.+)-\d{3}$/.exec(postcode) ?? []) : [];
  if (range) {
    return /^\d+$/.test(before) && range.from <= Number(before) && Number(before) <= range.to;
  }
  const whole = postcode.slice(0, 10);
  const templates = new Set(["*", "", before, `${before}*`, whole]);
  for (let at = 1; at < whole.length; at += 1) templates.add(`${whole.slice(0, -at)}*`);
  return templates.has(text);
}

/**
 * PrestaShop 8. Import: `LocalizationPack::_installTaxes` of
 * https://github.com/PrestaShop/PrestaShop/blob/8.2.x/classes/LocalizationPack.php; the form is that of localization/de.xml.
 * Matching: `TaxRulesTaxManager::getTaxCalculator` of classes/tax/TaxRulesTaxManager.php, whose SQL compares postcodes as
 * texts, and the end of a range with the number 0 as well.
 */
export function prestaShop(text: string, groupOf: (shop_class: string) => string): ImportedShop {
  const list = (name: string) => ["tax", "taxRulesGroup", "taxRule"].includes(name);
  const reader = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "", isArray: list });
  const { taxes } = reader.parse(text).localizationPack as { taxes: PrestaTaxes };
  for (const { name } of [...taxes.tax, ...taxes.taxRulesGroup]) {
    if (/[<>={}]/.test(name)) throw new Error(`Invalid name: ${name}`);
  }
  if (taxes.tax.some(({ name }) => name.length > 32)) throw new Error("Invalid tax properties.");
  if (taxes.taxRulesGroup.some(({ name }) => name.length > 64)) throw new Error("too long");
  const rates = new Map(taxes.tax.map(({ id, rate }) => [id, Number(rate)]));
  return ({ country, postcode }, shop_class) => {
    const group = taxes.taxRulesGroup.find(({ name }) => name === groupOf(shop_class));
    const [rule] = (group?.taxRule ?? [])
      .filter((rule) => rule.iso_code_country.toUpperCase() === country)
      .map(({ zipcode_from: from = "0", zipcode_to: to = "0", ...rule }) => ({ ...rule, from, to }))
      .filter(({ from, to }) => {
        const isEnd = numberOf(to) === 0 && (numberOf(from) === 0 || from === postcode);
        return (from <= postcode && postcode <= to) || isEnd;
      })
      .sort((a, b) => (a.from < b.from ? 1 : -1));
    return rule && rates.get(rule.id_tax);
  };
}

type PrestaTaxes = {
  readonly tax: readonly { readonly id: string; readonly name: string; readonly rate: string }[];
  readonly taxRulesGroup: readonly {
    readonly name: string;
    readonly taxRule: readonly {
      readonly iso_code_country: string;
      readonly id_tax: string;
      readonly zipcode_from?: string;
      readonly zipcode_to?: string;
    }[];
  }[];
};

/** A text as MySQL compares it with a number: letters are 0. */
const numberOf = (text: string): number => Number.parseFloat(text) || 0;
