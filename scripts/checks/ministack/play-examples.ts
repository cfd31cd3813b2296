import { setTimeout as wait } from "node:timers/promises";
import type { Route } from "../../../shared/api/route.ts";
import * as routes from "../../../shared/api/routes.ts";
import { type Behind, playAt } from "../../openapi/recording/record.ts";
import type { AfterCall } from "../../openapi/recording/recorder.ts";
import { awaited } from "./step.ts";

/*
 * A command: plays the scenario of the examples, which has every operation of the document, at a stage to which the
 * environment leads. The stage has a clock, limits and workers of its own, so some answers are others. Prints as JSON
 * the operations that never succeeded, those that failed by a fault of the service, the answers that differ, and
 * why the scenario ended before its end.
 */
const { STAGE_URL: url = "", PAGE: page = "", MAILS: mails = "" } = process.env;

const documented = Object.entries<Route>(routes).filter(([, { path }]) => path.startsWith("/v1/"));
/** The statuses of each operation. */
const calls = new Map<string, number[]>(documented.map(([operation]) => [operation, []]));
const after: AfterCall = async (operation, { status }) => {
  calls.set(operation, [...(calls.get(operation) ?? []), status]);
};
const differing: string[] = [];

const behind: Behind = {
  page,
  sentToken: () =>
    awaited(async () => /#mail-confirm=([\w.-]+)/.exec(await (await fetch(mails)).text())?.[1]),
  loseDelivery: async (webhook_id, message_id) => {
    const { loadDelivery } = await import(
      "../../../shared/notifications/webhooks/store-deliveries.ts"
    );
    const account = "my-shop" as Parameters<typeof loadDelivery>[0];
    await awaited(async () => {
      const delivery = await loadDelivery(account, { webhook_id, message_id });
      return delivery?.attempts.length ? delivery : undefined;
    });
    // The worker has saved the attempt; its lease ends with the run.
    await wait(1000);
  },
};

const broken: string[] = [];
await playAt(
  url,
  { before: () => {}, after, differs: (message) => differing.push(message) },
  behind,
).catch((error: unknown) => {
  broken.push(error instanceof Error ? String(error.stack) : String(error));
});
const found = (isSo: (statuses: readonly number[]) => boolean) =>
  [...calls].filter(([, statuses]) => isSo(statuses)).map(([operation]) => operation);
console.log(
  JSON.stringify({
    calls: [...calls.values()].flat().length,
    succeeded: found((statuses) => statuses.some((status) => status < 400)).length,
    unsuccessful: found((statuses) => statuses.every((status) => status >= 400)),
    faults: found((statuses) => statuses.some((status) => status >= 500)),
    differing,
    broken,
  }),
);
// An open keep-alive connection would prevent the process from ending.
process.exit();
