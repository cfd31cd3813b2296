import { useState } from "preact/hooks";
import { AuthenticationError } from "../../../client/src/eu-vat-client.ts";
import { useSession } from "../session/console-context.ts";

/** An action started by the reader, with its state and its error. */
type Action = {
  readonly busy: boolean;
  readonly failure: unknown;
  /** Runs the action; only one action runs at a time. */
  readonly run: (work: () => Promise<unknown>) => void;
};

/** Manages the action of a button. A rejected API key ends the session. */
export function useAction(): Action {
  const { keyRefused } = useSession();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  async function carryOut(work: () => Promise<unknown>): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      if (error instanceof AuthenticationError) keyRefused();
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }
  return {
    busy,
    failure,
    run: (work) => {
      if (!busy) void carryOut(work);
    },
  };
}
