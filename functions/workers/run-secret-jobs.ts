import { sharedWorker } from "../../shared/platform/queues/shared-worker.ts";

export const handler = sharedWorker({
  retryVatNumberChecks: () => import("../vat-numbers/retry-checks.ts"),
  bulk: () => import("../people/run-bulk-job.ts"),
  inbound: () => import("../connections/book-message.ts"),
  catchups: () => import("../connections/catch-up.ts"),
  webhooks: () => import("../webhooks/deliver-webhook.ts"),
  mails: () => import("../mails/send-mail.ts"),
});
