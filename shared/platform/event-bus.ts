import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import type { Publish } from "../returns/overview/monitor-account.ts";
import { logger } from "./telemetry/telemetry.ts";

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
