import { useState } from "preact/hooks";
import type { SupplyEvent } from "../../../client/src/eu-vat-client.ts";
import { useReader, useSession } from "../session/console-context.ts";
import { AdjustmentDialog } from "./adjustment-dialog.tsx";
import { RefundDialog } from "./refund-dialog.tsx";

/** Displays the buttons that correct a sale: a refund, and an adjustment. */
export function EventActions({ event }: { readonly event: SupplyEvent }) {
  const { say } = useReader();
  const { may } = useSession();
  const [opened, open] = useState<"refund" | "adjustment">();
  if (event.event_type !== "sale" || !may("refundSupplyEvent")) return null;
  const close = () => open(undefined);
  return (
    <>
      <p class="buttons">
        <button type="button" onClick={() => open("refund")}>
          {say("entry.refund")}
        </button>
        <button type="button" onClick={() => open("adjustment")}>
          {say("entry.adjustment")}
        </button>
      </p>
      {opened === "refund" && <RefundDialog sale={event} onClose={close} />}
      {opened === "adjustment" && <AdjustmentDialog sale={event} onClose={close} />}
    </>
  );
}
