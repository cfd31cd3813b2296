import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { logger } from "./telemetry/telemetry.ts";

/** An event for the event bus. It is published at least once, always with identical content. */
export type BusEvent = {
  readonly detail_type: string;
  /** ISO 8601 UTC. */
  readonly time: string;
  readonly detail: Readonly<Record<string, unknown>>;
};

/** Publishes an event. When publishing fails or its response is lost, the event is published again later. */
export type Publish<Event extends BusEvent = BusEvent> = (event: Event) => Promise<void>;

const SOURCE = "eu-vat-compliance";

const eventBridge = new EventBridgeClient({});

/**
 * Publishes an event on the bus named by EVENT_BUS_NAME. Only logs the event when the variable is not set, as locally.
 */
export const publishEvent: Publish = async (event) => {
  const EventBusName = process.env["EVENT_BUS_NAME"];
  if (!EventBusName) {
    logger.info("event", { bus: "none", ...event });
    return;
  }
  const { FailedEntryCount, Entries } = await eventBridge.send(
    new PutEventsCommand({
      Entries: [
        {
          EventBusName,
          Source: SOURCE,
          DetailType: event.detail_type,
          Time: new Date(event.time),
          Detail: JSON.stringify(event.detail),
        },
      ],
    }),
  );
  if (FailedEntryCount) throw new Error(`EventBridge refused it: ${Entries?.[0]?.ErrorCode}`);
};
