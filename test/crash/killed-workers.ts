import { expect, inject } from "vitest";
import type { WebhookWork } from "../../shared/notifications/webhooks/message.ts";
import type { CallGate } from "../stack/call-gate.ts";
import { type RunningCommand, startCommand } from "../stack/run-stack.ts";

/** A worker for webhooks in a process of its own, whose calls of the table go through the gate. */
export const webhookWorker = (
  gate: CallGate,
  work: WebhookWork | undefined,
  now: Date,
): RunningCommand =>
  startCommand("test/crash/webhook-worker.ts", [JSON.stringify(work), now.toISOString()], "none", {
    ...inject("stack").env,
    DYNAMODB_ENDPOINT: gate.endpoint,
  });

/** kill -9, and waits until it is gone. */
export async function killed({ pid, ended }: RunningCommand): Promise<void> {
  process.kill(pid, "SIGKILL");
  expect((await ended).code).toBeNull();
}

/** Where a process dies: at its n-th call of a kind, which was carried out by then or never will be. */
export type Death = { readonly at: number; readonly isCarriedOut: boolean };

/** Whether the process has died there; else it has ended before. */
export async function diesAt(
  { at, isCarriedOut }: Death,
  gate: CallGate,
  start: () => RunningCommand,
  isIt: Parameters<CallGate["next"]>[0] = () => true,
): Promise<boolean> {
  let left = at;
  let isOver = false;
  const reached = gate.next((...call) => {
    if (isOver || !isIt(...call)) return false;
    left -= 1;
    return left === 0;
  });
  const running = start();
  const held = await Promise.race([reached, running.ended.then(() => undefined)]);
  isOver = true;
  if (!held) return false;
  if (isCarriedOut) await held.carryOut();
  await killed(running);
  held.drop();
  await gate.quiet();
  return true;
}
