import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { queues } from "../../../shared/platform/jobs/jobs.ts";
import { Lane } from "./lane.ts";

/**
 * Imports what requests of this process ask for, until `closing` is disposed: in the place of two queues
 * and their workers.
 */
export async function importHere(closing: AsyncDisposableStack): Promise<void> {
  const { IMPORTS_HERE, sendImports } = await import("../../../shared/imports/jobs/queue.ts");
  const { takeImports } = await import("../../../shared/imports/jobs/process-message.ts");
  const { takeFile, takePart } = await import("../../../shared/imports/jobs/process-message.ts");
  const tools = { send: sendImports, now: () => new Date() };
  // It is no part of the request that asks for it.
  const outside = AsyncLocalStorage.snapshot();
  const files = new Lane(takeImports("imports", takeFile, tools), queues.imports, outside);
  const parts = new Lane(takeImports("chunks", takePart, tools), queues.chunks, outside);
  const push = (message: unknown) => {
    const isPart = typeof message === "object" && message !== null && "part" in message;
    (isPart ? parts : files).push(JSON.stringify(message));
  };
  subscribe(IMPORTS_HERE, push);
  closing.defer(async () => {
    unsubscribe(IMPORTS_HERE, push);
    // A file may take minutes to be read, and is read anew by the next stack.
    void files.stop();
    await parts.stop();
  });
}

/** Goes on with imports that a stack has left. SQS would deliver again what a worker that died had taken. */
export async function resumeImports(): Promise<void> {
  const { accountPages } = await import("../../../shared/accounts/store-accounts.ts");
  const { listImportJobs } = await import("../../../shared/imports/jobs/store-jobs.ts");
  const { isUnderWay } = await import("../../../shared/imports/jobs/job.ts");
  const { sendImports } = await import("../../../shared/imports/jobs/queue.ts");
  for await (const accounts of accountPages()) {
    for (const account of accounts) {
      const left = (await listImportJobs(account, NEWEST)).filter(isUnderWay);
      await sendImports(left.map(({ id, pass }) => ({ account, import_id: id, pass })));
    }
  }
}

/** Imports of an account that are looked through for one that was left. */
const NEWEST = 100;
