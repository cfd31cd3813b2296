import {
  EventBus,
  HistoryService,
  type JobQueue,
  JobQueueService,
  Logger,
  type Order,
  OrderEvent,
  OrderLineEvent,
  OrderPlacedEvent,
  OrderStateTransitionEvent,
  PluginCommonModule,
  RefundStateTransitionEvent,
  type RequestContext,
  RequestContextService,
  ScheduledTask,
  TransactionalConnection,
  type Type,
  type VendureEvent,
  VendurePlugin,
} from "@vendure/core";
import { EuVatBooking } from "./booking.entity.js";
import { Bookings, type CaughtUp } from "./bookings.js";
import type { EuVatSettings } from "./settings.js";
import { euVatFlatRate } from "./shipping.js";
import { EuVatTaxLines } from "./tax-lines.js";

type OrderNews = VendureEvent & { readonly ctx: RequestContext; readonly order: Order };

/** The events of changes after which other amounts may stand. */
const CHANGES: readonly Type<OrderNews>[] = [
  OrderStateTransitionEvent,
  OrderLineEvent,
  OrderEvent,
  RefundStateTransitionEvent,
];

/** Sends what is due each minute, so that nothing waits for the next order. */
const catchUpTask = new ScheduledTask({
  id: "eu-vat-catch-up",
  description: "Sends orders and refunds to the EU VAT service that it has not got yet",
  schedule: "* * * * *",
  timeout: "10m",
  execute: ({ injector }) => injector.get(EuVatPlugin).catchUp(),
});

/** VAT rates at the checkout, and orders and refunds in the ledger of the EU VAT service. */
@VendurePlugin({
  imports: [PluginCommonModule],
  entities: [EuVatBooking],
  compatibility: "^3.6.0",
  configuration: (config) => {
    config.taxOptions.taxLineCalculationStrategy = new EuVatTaxLines(() => EuVatPlugin.settings);
    config.shippingOptions.shippingCalculators = [
      ...(config.shippingOptions.shippingCalculators ?? []),
      euVatFlatRate,
    ];
    config.schedulerOptions.tasks = [...(config.schedulerOptions.tasks ?? []), catchUpTask];
    return config;
  },
})
export class EuVatPlugin {
  private static settings: EuVatSettings;
  private readonly bookings: Bookings;
  private queue!: JobQueue<Record<string, never>>;

  constructor(
    connection: TransactionalConnection,
    history: HistoryService,
    private readonly eventBus: EventBus,
    private readonly queues: JobQueueService,
    private readonly contexts: RequestContextService,
  ) {
    this.bookings = new Bookings(connection, history, () => EuVatPlugin.settings);
  }

  static init(settings: EuVatSettings): typeof EuVatPlugin {
    EuVatPlugin.settings = settings;
    return EuVatPlugin;
  }

  async onApplicationBootstrap(): Promise<void> {
    this.queue = await this.queues.createQueue({ name: "eu-vat", process: () => this.catchUp() });
    this.follow(OrderPlacedEvent, ({ ctx, order }) => this.bookings.markPlaced(ctx, order.id));
    for (const change of CHANGES) {
      this.follow(change, async ({ ctx, order }) => {
        if (!order.active) await this.bookings.markChanged(ctx, order.id);
      });
    }
  }

  /** Books what is due; safe to call at any time and from several processes. */
  async catchUp(): Promise<CaughtUp> {
    return this.bookings.catchUp(await this.contexts.create({ apiType: "admin" }));
  }

  private follow(event: Type<OrderNews>, handler: (told: OrderNews) => Promise<void>): void {
    const id = `eu-vat-${event.name}`;
    this.eventBus.registerBlockingEventHandler({ event, id, handler });
    this.eventBus.ofType(event).subscribe(({ order }) => {
      // Without a job, the task that runs each minute sends what is due.
      if (!order.active) this.queue.add({}).catch((error) => Logger.warn(`${error}`, "EuVat"));
    });
  }
}
