import * as z from "zod";
import { account, cursor, type ReadingTool, reading } from "./tool.ts";

const country = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .describe("Country, ISO 3166-1 alpha-2; Greece is GR or EL");
const tax_class_id = z
  .string()
  .regex(/^[a-z_]{1,60}$/)
  .optional()
  .describe("Tax class, such as standard, food or books");

/** Rates of one answer. */
const PAGE = 40;

const vatRates = reading({
  name: "vat_rates",
  title: "VAT rates",
  description: "The VAT rates of a country in a range of days, each with its source and scope.",
  input: z.strictObject({
    country,
    tax_class_id,
    from: z.iso.date().optional().describe("First day; today unless given"),
    to: z.iso.date().optional().describe("Last day; from unless given"),
    form: z
      .enum(["physical", "electronic"])
      .optional()
      .describe("electronic for e-books and other supplies of the kind tbe_services"),
    cursor,
  }),
  page: "docs/digital-goods.md",
  read: async (api, query) => {
    const path = "/v1/tax-rates";
    const { items, next_cursor, rates_version } = await api({
      path,
      query: { ...query, limit: PAGE },
    });
    return {
      answer: { rates_version, rates: items },
      requests: [`GET ${path}?country=${query.country}`],
      next_cursor,
    };
  },
});

const calculateVat = reading({
  name: "calculate_vat",
  title: "The VAT of a price",
  description:
    "Calculates the VAT of one price at the rate of its place, and stores nothing. With supply_kind it also decides the place of supply and the treatment.",
  input: z.strictObject({
    account,
    country: country.describe("Country where the customer is"),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .describe("Currency, ISO 4217"),
    gross_amount_minor: z.int().describe("The price in minor units"),
    price_includes_vat: z.boolean().describe("True if the price includes VAT"),
    tax_class_id: tax_class_id.default("standard"),
    transaction_date: z.iso.date().optional().describe("The tax point; today unless given"),
    supply_kind: z
      .enum(["goods", "tbe_services", "other_services", "imported_goods", "energy"])
      .optional()
      .describe("Kind of the supply"),
    dispatch_country: country.optional().describe("Country that the goods leave from"),
  }),
  page: "docs/checkout.md",
  read: async (api, { account, supply_kind, dispatch_country, ...price }) => {
    const path = "/v1/vat/calculate";
    const supply = supply_kind ? { supply: { supply_kind, dispatch_country } } : {};
    const body = { ...price, ...supply, store: false };
    const answer = await api({ method: "POST", path, account, body });
    return { answer, requests: [`POST ${path} with store: false`] };
  },
});

export const RATE_TOOLS: readonly ReadingTool[] = [vatRates, calculateVat];
