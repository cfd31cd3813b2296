import * as z from "zod";
import { noSuch } from "../../core/errors/errors.ts";
import { KnownCurrency, readable } from "../../core/input/fields.ts";
import {
  cursorParam,
  Limit,
  loadedListQuery,
  NextCursor,
  pageOf,
  pageOfAll,
} from "../../core/input/pagination.ts";
import { SourceId } from "../../imports/formats/settings.ts";
import { OrderFinding } from "../../imports/orders/open-order.ts";
import type { CatchUp } from "../catch-up/catch-up.ts";
import { CatchUpView, catchUpView } from "../catch-up/schema.ts";
import {
  ACCESS_FAULTS,
  CONNECTION_FAULTS,
  Connection,
  inboundPath,
  isPaused,
  ON_EDIT,
} from "./connection.ts";
import { DELIVERY_OUTCOMES, InboundDelivery } from "./delivery.ts";
import { CONNECTION_KINDS } from "./kinds.ts";

const finding = OrderFinding.shape;

const FindingView = z.strictObject({
  outcome: finding.outcome.describe("Outcome of the row, as in an import"),
  reason: finding.reason.describe("Code of the reason, for programs"),
  message: finding.message.describe("Explanation of the finding, for people"),
  column: z.string().nullable().describe("The field of the shop's message"),
  value: z.string().nullable().describe("Value of the field, if it is a code, a day or an amount"),
  order_id: z.string().nullable().describe("Number of the order, as the shop shows it"),
  supply_date: z.string().nullable().describe("The day of the sale or refund"),
  country: z.string().nullable().describe("Country of the customer, as the shop writes it"),
  currency: KnownCurrency.nullable().describe("Currency of the amount, ISO 4217; null if unknown"),
  gross_amount_minor: z
    .int()
    .nullable()
    .describe("Amount with VAT in minor units of `currency`; null if unknown"),
});

export const Findings = z
  .array(FindingView)
  .describe("Reasons why rows are not booked, and remarks on those that are");

export const findingView = (of: OrderFinding): z.output<typeof FindingView> => ({
  outcome: of.outcome,
  reason: of.reason,
  message: of.message,
  column: of.column ?? null,
  value: of.value ?? null,
  order_id: of.order_id ?? null,
  supply_date: of.supply_date ?? null,
  country: of.country ?? null,
  currency: of.currency ?? null,
  gross_amount_minor: of.gross_amount_minor ?? null,
});

const Description = readable(200).describe("Description for people; at most 200 characters");

const Settings = z
  .record(z.string(), z.unknown())
  .describe(
    "Settings of the import format that reads the shop's orders, see `GET /v1/import-formats`",
  );

const OnEdit = z
  .enum(ON_EDIT)
  .describe(
    "Treatment of an order that is edited after it was booked: `adjust` books the difference, `ask` reports it and waits",
  );

/** Body of POST /v1/connections. */
export const ConnectionRequest = z
  .strictObject({
    kind: z.enum(CONNECTION_KINDS).describe("Shop system of the connection"),
    source_id: SourceId.describe("The tag of the shop, with which the ids of its events begin"),
    settings: Settings.default({}),
    on_edit: OnEdit.default("adjust"),
    description: Description.optional(),
  })
  .meta({ id: "ConnectionRequest" });
export type ConnectionRequest = z.output<typeof ConnectionRequest>;

/** Body of PATCH /v1/connections/{id}. */
export const ConnectionChange = z
  .strictObject({
    settings: Settings.optional(),
    on_edit: OnEdit.optional(),
    description: Description.nullable().optional(),
    paused: z.boolean().optional().describe("True pauses the connection: its address returns 404"),
  })
  .meta({ id: "ConnectionChange" });
export type ConnectionChange = z.output<typeof ConnectionChange>;

/** Body of POST /v1/connections/{id}/secret. */
export const NewSecret = z
  .strictObject({
    secret: z
      .string()
      .regex(/^[\x21-\x7e]{8,200}$/, "must be 8 to 200 characters without blanks")
      .optional()
      .describe(
        "Secret that the shop shows. If left out, one is generated, which WooCommerce accepts; Shopify and Stripe give their own",
      ),
  })
  .meta({ id: "ConnectionSecretRequest" });

const Part = z.string().min(1).max(200);

/** Body of POST /v1/connections/{id}/access. */
export const NewAccess = z
  .strictObject({
    address: Part.describe(
      "Address of the shop: `https://shop.example` for WooCommerce, `my-shop.myshopify.com` for Shopify, none for Stripe",
    ).optional(),
    key: Part.describe(
      "Consumer key of WooCommerce, client id of Shopify, none of Stripe",
    ).optional(),
    secret: Part.describe(
      "Consumer secret of WooCommerce, client secret of Shopify, restricted key of Stripe",
    ),
  })
  .meta({ id: "ConnectionAccessRequest" });
export type NewAccess = z.output<typeof NewAccess>;

const instant = z.iso.datetime();
const { shape } = Connection;

const fields = {
  id: z.string().describe("Id of the connection"),
  kind: shape.kind.describe("Shop system of the connection"),
  source_id: shape.source_id,
  settings: shape.settings.describe("Settings of the format, checked and completed with defaults"),
  on_edit: OnEdit,
  description: z.string().nullable().describe("Description for people; null if there is none"),
  path: z.string().describe("Path of this service that the shop sends its messages to"),
  paused: z.boolean().describe("True if the connection is paused: its address returns 404"),
  secret_set_at: instant
    .nullable()
    .describe(
      "Time when the secret was set, UTC; null if none is set, so that no message is accepted",
    ),
  previous_secret_until: instant
    .nullable()
    .describe(
      "Time until which the former secret is accepted alongside the new one, UTC; null if it is not",
    ),
  fault: z
    .strictObject({
      code: z
        .enum(CONNECTION_FAULTS)
        .describe(
          "Code of the fault; `signature_rejected`: messages arrive that the secret has not signed; `topic_not_needed`: only messages arrive that are not about orders",
        ),
      since: instant.describe("Time when the fault was first seen, UTC"),
      last_at: instant.describe(
        "Time of a recent message with the fault, UTC; at most a quarter of an hour before the last one",
      ),
    })
    .nullable()
    .describe("Fault of the messages; null after a delivery that was accepted"),
  last_delivery_at: instant
    .nullable()
    .describe(
      "Time of a recent accepted delivery, UTC; at most a quarter of an hour before the last one; null without any",
    ),
  access: z
    .strictObject({
      address: z.string().describe("Address of the shop. Its keys are never shown"),
      set_at: instant.describe("Time when the keys were entered, UTC"),
      fault: z
        .strictObject({
          code: z
            .enum(ACCESS_FAULTS)
            .describe(
              "Code of the fault; `pull_rejected`: the shop does not accept the keys, or they lack a right; `pull_failed`: it did not respond; `orders_missing`: most booked orders are not in it; `webhook_switched_off`: it has switched off webhooks to this connection; `scope_missing`: it shows no orders before `reaches_back_to`",
            ),
          message: z.string().describe("Details of the fault, for the support of the shop"),
          since: instant.describe("Time when the fault was first seen, UTC"),
          last_at: instant.describe(
            "Time when the fault was recently seen, UTC; at most a quarter of an hour before the last time",
          ),
          reaches_back_to: z.iso.date().nullable().describe("First day with visible orders"),
        })
        .nullable()
        .describe("Fault of the access; null after a catch-up that the shop has answered"),
    })
    .nullable()
    .describe(
      "Access with which the shop is asked for its orders; null if there is none, so that nothing catches up",
    ),
  catch_up: CatchUpView.nullable().describe("The last catch-up; null before the first"),
  created_at: instant,
  created_by: z.string().describe("Id of the API key or person"),
  updated_at: instant,
  updated_by: z.string().describe("Id of the API key or person that changed it last"),
};

export const ConnectionView = z.strictObject(fields).meta({ id: "Connection" });
export type ConnectionView = z.output<typeof ConnectionView>;

export const ConnectionWithSecret = z
  .strictObject({
    ...fields,
    secret: z
      .string()
      .nullable()
      .describe("Secret that was generated; null if it was sent. It is not shown again"),
  })
  .meta({ id: "ConnectionWithSecret" });

const CONNECTIONS = "connections";

export const ConnectionListQuery = loadedListQuery(CONNECTIONS);

export const ConnectionList = z
  .strictObject({ items: z.array(ConnectionView), next_cursor: NextCursor })
  .meta({ id: "ConnectionList" });

export const connectionPage = (
  connections: readonly ConnectionView[],
  query: z.output<typeof ConnectionListQuery>,
) => pageOfAll(CONNECTIONS, connections, query, { idOf: ({ id }) => id, view: (row) => row });

type StoredAccessFault = NonNullable<NonNullable<Connection["access"]>["fault"]>;

const accessFaultView = (of: StoredAccessFault) => ({
  code: of.code,
  message: of.message,
  since: of.since,
  last_at: of.last_at,
  reaches_back_to: of.reaches_back_to ?? null,
});

export const connectionView = (
  connection: Connection,
  now: Date,
  catchUp: CatchUp | undefined,
): ConnectionView => ({
  id: connection.id,
  kind: connection.kind,
  source_id: connection.source_id,
  // The table keeps no order of fields, so that an answer would change from call to call.
  settings: Object.fromEntries(
    Object.entries(connection.settings).sort(([a], [b]) => (a < b ? -1 : 1)),
  ),
  on_edit: connection.on_edit,
  description: connection.description ?? null,
  path: inboundPath(connection.id),
  paused: isPaused(connection),
  secret_set_at: connection.secret_set_at ?? null,
  previous_secret_until:
    (connection.previous_secret_until ?? "") > now.toISOString()
      ? (connection.previous_secret_until ?? null)
      : null,
  fault: connection.fault
    ? {
        code: connection.fault.code,
        since: connection.fault.since,
        last_at: connection.fault.last_at,
      }
    : null,
  last_delivery_at: connection.last_delivery_at ?? null,
  access: connection.access
    ? {
        address: connection.access.address,
        set_at: connection.access.set_at,
        fault: connection.access.fault ? accessFaultView(connection.access.fault) : null,
      }
    : null,
  catch_up: catchUp ? catchUpView(catchUp) : null,
  created_at: connection.created_at,
  created_by: connection.created_by,
  updated_at: connection.updated_at,
  updated_by: connection.updated_by,
});

/** Body of POST /v1/inbound/{id}: bytes that only their signature speaks for. */
export const MessageOfShop = z.custom<RawMessage>().meta({
  id: "MessageOfShop",
  description: "Message in the form that the shop sends",
  type: "string",
});

type RawMessage = {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
};

export const Taken = z
  .strictObject({
    taken: z.literal(true).describe("True: the message is stored, and will be booked"),
  })
  .meta({ id: "Taken" });

const ConnectionId = z
  .string()
  .regex(/^cn_[0-9a-f]{24}$/, noSuch("connection"))
  .meta({ description: "Id of the connection, as `POST /v1/connections` returned it" });

export const ConnectionPath = z.strictObject({ id: ConnectionId });

const INBOUND_DELIVERIES = "inbound-deliveries";

/** The place of a delivery in its list: its arrival and its hash. */
const Place = z.string().regex(/^[\dTZ:.-]{20,30}#[0-9a-f]{64}$/);

export const InboundDeliveryQuery = z.strictObject({
  limit: Limit,
  cursor: cursorParam(INBOUND_DELIVERIES, Place),
});

const delivery = InboundDelivery.shape;

const InboundDeliveryView = z
  .strictObject({
    id: z.string().describe("SHA-256 of topic and body: the same message is one delivery"),
    topic: delivery.topic.describe("Topic of the message, as the shop names it"),
    vendor_id: z.string().nullable().describe("The shop's own id of the message, for its support"),
    received_at: delivery.received_at.describe("Time when the message first arrived, UTC"),
    size_bytes: delivery.size_bytes.describe("Size of the body in bytes"),
    times: delivery.times.describe("Number of times the message arrived"),
    done_at: instant
      .nullable()
      .describe("Time when the message was processed, UTC; null while it waits or is being booked"),
    order_id: z.string().nullable().describe("The shop's own id of the order"),
    outcome: z
      .enum(DELIVERY_OUTCOMES)
      .nullable()
      .describe(
        "Outcome of the message; that of the row that needs most attention, if there are several",
      ),
    findings: Findings,
  })
  .meta({ id: "InboundDelivery" });

export const InboundDeliveryList = z
  .strictObject({
    items: z.array(InboundDeliveryView),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: "InboundDeliveryList" });

const deliveryView = (delivery: InboundDelivery): z.output<typeof InboundDeliveryView> => ({
  id: delivery.hash,
  topic: delivery.topic,
  vendor_id: delivery.vendor_id ?? null,
  received_at: delivery.received_at,
  size_bytes: delivery.size_bytes,
  times: delivery.times,
  done_at: delivery.done_at ?? null,
  order_id: delivery.order_id ?? null,
  outcome: delivery.outcome ?? null,
  findings: delivery.findings.map(findingView),
});

/** Builds a page of `limit` deliveries from the next `limit` + 1 deliveries. */
export const inboundDeliveriesPage = (found: readonly InboundDelivery[], limit: number) =>
  pageOf(INBOUND_DELIVERIES, found, limit, {
    idOf: ({ received_at, hash }) => `${received_at}#${hash}`,
    view: deliveryView,
  });
