/*
 * A worker of mails in a process of its own, to be killed: it does the work of its first argument, at the instant of its
 * second.
 */
const [work = "", now = ""] = process.argv.slice(2);
// Imported late: the client of the table reads the environment when it is imported.
const { doMailWork } = await import("../../shared/notifications/mails/send-mail.ts");
const { MAIL_QUEUE } = await import("../../shared/notifications/mails/make-mails.ts");
const { post } = await import("../../shared/platform/mails/transport.ts");
await doMailWork(MAIL_QUEUE.schema.parse(JSON.parse(work)), { now: () => new Date(now), post });
process.exit();
