import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { logger } from "./telemetry/telemetry.ts";

/** An event for the bus. It is put there at least once, always with the same content. */
export type BusEvent = {
  readonly detail_type: string;
  /** ISO 8601 UTC. */
  readonly time: string;
  readonly detail: Readonly<Record<string, unknown>>;
};

/** Puts an event on a bus. When it fails or its answer is lost, the event is put there again later. */
export type Publish<Event extends BusEvent = BusEvent> = (event: Event) => Promise<void>;

const SOURCE = "eu-vat-compliance";

const eventBridge = new EventBridgeClient({});

/** Puts an event on the bus that EVENT_BUS_NAME names; where none is, as locally, it is only logged. */
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
