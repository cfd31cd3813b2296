import { useState } from "preact/hooks";
import { useReader, useSession } from "../session/console-context.ts";
import { SaleDialog } from "./sale-dialog.tsx";

/** Displays the button that opens the form of a sale; nothing for a reader who may not enter one. */
export function EnterSale({ onClosed }: { readonly onClosed?: () => void }) {
  const { say } = useReader();
  const { may } = useSession();
  const [isOpen, open] = useState(false);
  if (!may("commitSupplyEvents")) return null;
  function close() {
    open(false);
    onClosed?.();
  }
  return (
    <>
      <button type="button" onClick={() => open(true)}>
        {say("entry.sale")}
      </button>
      {isOpen && <SaleDialog onClose={close} />}
    </>
  );
}
