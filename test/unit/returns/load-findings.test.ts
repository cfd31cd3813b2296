import { setImmediate as laterRound } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import type { LedgerId } from "../../../shared/core/ids.ts";
import { dynamo } from "../../../shared/platform/dynamodb/client.ts";
import { loadFindings } from "../../../shared/returns/load/load-findings.ts";
import { computedReturn } from "../../make/return-input.ts";

/** A nil return, so that the supplies of other schemes are read too. */
const NIL = computedReturn([]);

/** Lambda ends a process with an unhandled rejection, and every request in it. */
it("a read of the open rows that fails while others run is the caller's error, not the process's", async () => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  using send = vi.spyOn(dynamo, "send");
  send.mockImplementation(async (command) => {
    if (JSON.stringify(command.input).includes("OPEN")) throw new Error("cut off");
    await laterRound();
    await laterRound();
    return { Items: [] };
  });
  try {
    await expect(loadFindings("acc_1" as LedgerId, NIL)).rejects.toThrow("cut off");
    await laterRound();
  } finally {
    process.off("unhandledRejection", unhandled);
  }
  expect(unhandled).not.toHaveBeenCalled();
});
