import {
  type CalculateTaxLinesArgs,
  type Injector,
  Logger,
  type Order,
  type OrderLine,
  type RequestContext,
  TaxCategoryService,
  type TaxLineCalculationStrategy,
} from "@vendure/core";
import { callService, Refusal } from "./call-service.js";
import { dayIn, type Quote, quoteRequest } from "./quote.js";
import type { EuVatSettings } from "./settings.js";

/** Begins the description of every tax line whose rate the service has answered; others are the shop's own. */
export const BY_SERVICE = "EU VAT";

const CACHED_AT_MOST = 1_000;

type Rates = ReadonlyMap<string, number>;
type Cached = { readonly until: number; readonly rates: Promise<Rates | undefined> };

/**
 * Takes the rates of order lines from the service. Until the country is known, for a tax category without a class, and
 * when the service does not answer in time, a line has the shop's own rate: a sale never waits for a rate.
 */
export class EuVatTaxLines implements TaxLineCalculationStrategy {
  private readonly cache = new Map<string, Cached>();
  private silentUntil = 0;
  private categories!: TaxCategoryService;

  constructor(private readonly settings: () => EuVatSettings) {}

  init(injector: Injector): void {
    this.categories = injector.get(TaxCategoryService);
  }

  async calculate({ ctx, order, orderLine, applicableTaxRate }: CalculateTaxLinesArgs) {
    const taxClass = await this.classOf(ctx, orderLine);
    const rates = taxClass && (await this.ratesOf(ctx, order, orderLine));
    const rate = rates ? rates.get(taxClass) : undefined;
    if (rate === undefined) return [applicableTaxRate.apply(orderLine.proratedUnitPrice)];
    const country = order.shippingAddress.countryCode;
    return [{ description: `${BY_SERVICE} ${country}`, taxRate: rate / 100 }];
  }

  private async classOf(ctx: RequestContext, line: OrderLine): Promise<string | undefined> {
    const category =
      line.taxCategory ?? (await this.categories.findOne(ctx, line.taxCategoryId ?? 0));
    return this.settings().taxClasses[category?.name ?? ""];
  }

  /** Returns the rate of each class in the basket, by one request for all of them. */
  private async ratesOf(ctx: RequestContext, order: Order, line: OrderLine) {
    const settings = this.settings();
    const lines = order.lines.includes(line) ? order.lines : [...order.lines, line];
    const sums = new Map<string, number>();
    for (const one of lines) {
      const taxClass = await this.classOf(ctx, one);
      if (taxClass) sums.set(taxClass, (sums.get(taxClass) ?? 0) + statedPrice(one));
    }
    const body = quoteRequest(settings, {
      order,
      vatNumber: settings.vatNumberOf?.(order),
      day: dayIn(settings.timeZone, new Date()),
      includesVat: line.listPriceIncludesTax,
      lines: [...sums].map(([tax_class_id, gross_amount_minor]) => ({
        line_id: tax_class_id,
        tax_class_id,
        gross_amount_minor,
      })),
    });
    return body && this.cached(JSON.stringify(body), () => this.asked(body, order.code));
  }

  private cached(key: string, ask: () => Cached["rates"]): Cached["rates"] {
    const known = this.cache.get(key);
    if (known && known.until > Date.now()) return known.rates;
    if (Date.now() < this.silentUntil) return Promise.resolve(undefined);
    this.cache.delete(key);
    const oldest = this.cache.keys().next();
    if (this.cache.size >= CACHED_AT_MOST && !oldest.done) this.cache.delete(oldest.value);
    const rates = ask();
    const until = Date.now() + (this.settings().cacheSeconds ?? 60) * 1000;
    this.cache.set(key, { until, rates });
    return rates;
  }

  private async asked(body: object, code: string): Promise<Rates | undefined> {
    const { timeoutMs = 800, pauseSeconds = 5 } = this.settings();
    try {
      const quote = await callService<Quote>(this.settings(), "/v1/vat/calculate", body, timeoutMs);
      return new Map(quote.lines.map(({ line_id, vat_rate_bps }) => [line_id, vat_rate_bps]));
    } catch (error) {
      Logger.warn(`Order ${code} has the shop's own rates: ${error}`, "EuVat");
      // A refusal counts for this basket alone, until it changes.
      if (error instanceof Refusal) return undefined;
      // The customer has waited once; the next clicks do not.
      this.silentUntil = Date.now() + pauseSeconds * 1000;
      this.cache.delete(JSON.stringify(body));
      return undefined;
    }
  }
}

/** The price of a line as the shop states it, which does not depend on its rate. */
const statedPrice = (line: OrderLine): number =>
  line.listPriceIncludesTax ? line.proratedLinePriceWithTax : line.proratedLinePrice;
