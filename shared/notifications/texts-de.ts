import { schemeNamed } from "../vat/schemes/schemes.ts";
import type { FailingCode, NoticeOf, Notification } from "./notification.ts";
import {
  dayInWords,
  euroInWords,
  lateInWords,
  type MailText,
  type NotificationRecord,
  payableInWords,
  periodInWords,
} from "./texts.ts";

const REASONS = {
  asked: "es so verlangt wurde",
  failing: "dort drei Tage lang nichts angekommen ist",
  gone: "der Empfänger geantwortet hat, dass es ihn nicht mehr gibt (410)",
} as const;

const FAILURES: Readonly<Record<FailingCode, string>> = {
  signature_rejected:
    "Es kommen Nachrichten an, die nicht mit dem Schlüssel der Anbindung signiert sind. Sie werden nicht gebucht.",
  topic_not_needed:
    "Es kommen nur Nachrichten an, die nichts über Bestellungen sagen. Es wird keine Bestellung gebucht.",
  pull_rejected:
    "Der Shop nimmt die Schlüssel nicht an, oder ihnen fehlt ein Recht. Bestellungen, die keine Nachricht bringt, werden nicht gefunden.",
  pull_failed:
    "Der Shop hat nicht wie erwartet geantwortet. Bestellungen, die keine Nachricht bringt, werden gefunden, sobald er es wieder tut.",
  webhook_switched_off:
    "Der Shop hat Webhooks zu diesem Dienst abgeschaltet. Bestellungen kommen nur mit dem nächtlichen Abgleich, bis die Webhooks wieder aktiv sind.",
  orders_missing:
    "Die meisten gebuchten Bestellungen sind nicht in dem Shop, dessen Adresse angegeben ist. Es wurde nichts zurückgenommen.",
};

export function inGerman(notification: NotificationRecord): MailText {
  switch (notification.kind) {
    case "vat.threshold.warning":
    case "vat.threshold.exceeded":
      return threshold(notification);
    case "return.due_soon": {
      const scheme = schemeNamed(notification.scheme_type).titles.de;
      const day = dayInWords(notification.filing_due_date, "de");
      const period = periodInWords(notification.period_key, "de");
      return {
        subject: `Die Erklärung für ${period} (${scheme}) ist bis ${day} einzureichen`,
        text: `Die Erklärung für ${period} (${scheme}) ist bis ${day} einzureichen, und die Steuer bis dahin zu zahlen. Sie ist noch nicht festgeschrieben.${toPay(notification)}\n\nSchreiben Sie sie fest, wenn sie fertig ist, reichen Sie sie im Portal Ihres Mitgliedstaats der Identifizierung ein, und erfassen Sie die Einreichung. Auch eine Nullmeldung ist einzureichen.\n`,
      };
    }
    case "return.overdue":
      return overdue(notification);
    case "return.unpaid": {
      const scheme = schemeNamed(notification.scheme_type).titles.de;
      const day = dayInWords(notification.filing_due_date, "de");
      const period = periodInWords(notification.period_key, "de");
      return {
        subject: `Die Steuer der Erklärung für ${period} (${scheme}) ist nicht als gezahlt erfasst`,
        text: `Die Steuer der Erklärung für ${period} (${scheme}) war bis ${day} zu zahlen, und es ist keine Zahlung des ganzen Betrags erfasst.${outstanding(notification)}\n\nHaben Sie gezahlt, erfassen Sie die Zahlung auf der Seite der Erklärung. Haben Sie nicht gezahlt, zahlen Sie an Ihren Mitgliedstaat der Identifizierung, mit dem Verwendungszweck der Erklärung. Hat ein Mitgliedstaat des Verbrauchs Sie selbst gemahnt, ist der angemahnte Betrag an ihn zu zahlen (Art. 63a der Durchführungsverordnung (EU) Nr. 282/2011).\n`,
      };
    }
    case "late_change.recorded":
      return lateChange(notification);
    case "webhook.disabled":
      return {
        subject: `Ein Webhook wurde abgeschaltet: ${notification.url}`,
        text: `An ${notification.url} wird nichts mehr gesendet, weil ${REASONS[notification.reason]}.\n\nWenn der Empfänger wieder arbeitet, schalten Sie den Webhook ${notification.webhook_id} wieder ein, und senden Sie erneut, was er verpasst hat.\n`,
      };
    case "connection.failing":
      return {
        subject: `Die Anbindung des Shops ${notification.source_id} ist gestört`,
        text: `${FAILURES[notification.code]}\n\nDie Seite der Anbindungen sagt, was zu tun ist.\n`,
      };
    case "import.failed":
      return {
        subject: `Eine Datei von ${notification.source_id} wurde nicht importiert`,
        text: "Eine Datei, die über einen Upload-Link kam oder im Ablageordner lag, konnte nicht oder nicht bis zum Ende importiert werden.\n\nDie Seite des Imports nennt den Grund und sagt, was zu tun ist.\n",
      };
    case "upload_link.unanswered":
      return unanswered(notification);
  }
}

function unanswered({
  source_id,
  asked_period,
  ends_on,
}: NoticeOf<"upload_link.unanswered">): MailText {
  return {
    subject: `Von ${source_id} fehlt die Datei für ${periodInWords(asked_period, "de")}`,
    text: `Der Upload-Link für ${source_id} endet am ${dayInWords(ends_on, "de")}, und über ihn ist nichts eingegangen.\n\nFragen Sie beim Mandanten nach, oder erstellen Sie einen neuen Link.\n`,
  };
}

/** Says what a return comes to that is not filed yet. */
function toPay({ payable }: Pick<NoticeOf<"return.due_soon">, "payable">): string {
  const amount = payableInWords(payable, "de");
  if (!amount) return "";
  const isFinal = payable?.every(({ is_locked }) => is_locked);
  return isFinal
    ? ` Zu zahlen: ${amount}.`
    : ` Zu zahlen nach jetzigem Stand: ${amount}. Der Betrag kann sich bis zur Festschreibung ändern.`;
}

function outstanding({ payable }: NoticeOf<"return.unpaid">): string {
  const amount = payableInWords(payable, "de");
  return amount ? ` Offen: ${amount}.` : "";
}

function lateChange({
  scheme_type,
  period_key,
  directly,
  late,
}: NoticeOf<"late_change.recorded">): MailText {
  const scheme = schemeNamed(scheme_type).titles.de;
  const period = periodInWords(period_key, "de");
  const open = late?.declared_in
    ? `Die nächste offene Erklärung, die für ${periodInWords(late.declared_in, "de")},`
    : "Die nächste offene Erklärung";
  const direct =
    "Keine Erklärung enthält den Unterschied mehr: Erklären Sie ihn unmittelbar gegenüber den Mitgliedstaaten des Verbrauchs (Art. 61a der Durchführungsverordnung (EU) Nr. 282/2011). Die Übersicht nennt Beträge und Grund.";
  // A refund that came after three years is in no return (Art. 61(2) CIR 282/2011).
  const unless = late
    ? ""
    : ", soweit die Übersicht ihn nicht unter den unmittelbaren Erklärungen nennt";
  const next = directly
    ? direct
    : `${open} enthält den Unterschied als Berichtigung${unless}. Prüfen Sie vor der Einreichung ihre späten Änderungen.`;
  const amounts = late ? `\n\nNoch nicht erklärte Steuer:\n${lateInWords(late, "de")}` : "";
  return {
    subject: `Die Erklärung für ${period} (${scheme}) hat sich seit der Festschreibung geändert`,
    text: `Umsätze des Zeitraums ${period} wurden gebucht oder geändert, nachdem die Erklärung (${scheme}) festgeschrieben war. Was erklärt wurde, bleibt, wie es ist.${amounts}\n\n${next}\n`,
  };
}

/** Returns the text of the returns of a scheme that are overdue, of which there may be one. */
function overdue(notice: NoticeOf<"return.overdue">): MailText {
  const { scheme_type, period_keys, filing_due_date, payable = [] } = notice;
  const scheme = schemeNamed(scheme_type).titles.de;
  const periods = period_keys.map((key) => periodInWords(key, "de"));
  const amounts = period_keys.map((key, n) => {
    const amount = payableInWords(
      payable.filter(({ period_key }) => period_key === key),
      "de",
    );
    return amount ? `${periods[n]} (${amount})` : periods[n];
  });
  const mayChange = payable.some(({ is_locked }) => !is_locked)
    ? " Beträge nicht festgeschriebener Erklärungen können sich ändern."
    : "";
  const elsewhere =
    "mit einem anderen System eingereicht, oder bevor Sie diesen Dienst nutzten, erfassen Sie das auf der Seite der Erklärung („Anderswo eingereicht“). Haben Sie sie eingereicht, ohne sie hier festzuschreiben, schreiben Sie sie mit dem Tag der Einreichung fest.";
  const reminders =
    "Drei Erinnerungen, die nicht binnen je zehn Tagen befolgt werden, beenden die Registrierung (Art. 58b der Durchführungsverordnung (EU) Nr. 282/2011).";
  return periods.length === 1
    ? {
        subject: `Zu einer fälligen Erklärung ist keine Einreichung erfasst (${scheme}): ${periods[0]}`,
        text: `Die Frist der Erklärung für ${periods[0]} (${scheme}) ist am ${dayInWords(filing_due_date, "de")} abgelaufen, und ihre Einreichung ist nicht erfasst.${toPay(notice)}\n\nReichen Sie sie im Portal Ihres Mitgliedstaats der Identifizierung ein, auch eine Nullmeldung, und erfassen Sie die Einreichung. Haben Sie sie ${elsewhere} ${reminders}\n`,
      }
    : {
        subject: `Zu ${periods.length} fälligen Erklärungen ist keine Einreichung erfasst (${scheme}): ${periods[0]} und spätere`,
        text: `Die Frist dieser Erklärungen (${scheme}) ist abgelaufen, und ihre Einreichung ist nicht erfasst: ${amounts.join(", ")}.${mayChange} Die älteste war am ${dayInWords(filing_due_date, "de")} fällig.\n\nReichen Sie sie im Portal Ihres Mitgliedstaats der Identifizierung ein, die älteste zuerst, auch Nullmeldungen, und erfassen Sie die Einreichung. Haben Sie eine ${elsewhere} ${reminders}\n`,
      };
}

function threshold({
  kind,
  ...of
}: Extract<NotificationRecord, { kind: `vat.threshold.${string}` }>): MailText {
  const current = euroInWords(of.current_minor, "de");
  const limit = euroInWords(of.threshold_minor, "de");
  const partial = of.eur_only
    ? "\n\nUmsätze, die nicht umgerechnet werden konnten, sind darin nicht enthalten."
    : "";
  const stands = `Ihre grenzüberschreitenden Umsätze ${of.year} an Verbraucher in anderen Mitgliedstaaten betragen ${current}, der Schwellenwert beträgt ${limit} (${of.percentage_used} %).${partial}`;
  const taxed =
    "Ab dem Umsatz, der ihn überschreitet, und im folgenden Jahr werden solche Umsätze beim Kunden besteuert (Art. 59c MwStSystRL).";
  const advice = of.registered
    ? "Sie nehmen am One-Stop-Shop teil: Die Umsätze gehören in dessen Erklärungen."
    : "Melden Sie sich für den One-Stop-Shop oder in diesen Mitgliedstaaten an. Er gilt ab dem ersten solchen Umsatz nur, wenn Sie ihn Ihrem Mitgliedstaat bis zum 10. des Folgemonats melden, sonst ab dem nächsten Quartal (Art. 57d DVO (EU) 282/2011).";
  return kind === "vat.threshold.exceeded"
    ? {
        subject: `Der Schwellenwert von 10.000 Euro ist überschritten: ${current} im Jahr ${of.year}`,
        text: `${stands}\n\n${crossed(of)}${taxed} ${advice}\n`,
      }
    : {
        subject: of.crossed_on_eur
          ? `10.000 Euro sind in Euro überschritten, in ${of.deciding_currency} nicht: ${current} im Jahr ${of.year}`
          : `Der Schwellenwert von 10.000 Euro ist fast erreicht: ${current} im Jahr ${of.year}`,
        text: `${stands}\n\n${undecided(of)}Ist er überschritten, werden solche Umsätze beim Kunden besteuert (Art. 59c MwStSystRL). ${of.registered ? advice : "Bereiten Sie die Anmeldung zum One-Stop-Shop vor."}\n`,
      };
}

type Crossing = Pick<Notification, "crossed_on" | "crossed_on_eur" | "deciding_currency">;

/** Returns the sentence about a threshold that is exceeded in euro, and not in the currency that decides. */
const undecided = ({ crossed_on_eur, deciding_currency: currency }: Crossing): string =>
  crossed_on_eur
    ? `Für Sie entscheidet ${currency} (Art. 59c Abs. 5), und in ${currency} ist der Schwellenwert nicht überschritten, soweit Wechselkurse bekannt sind. `
    : "";

/** Returns the sentences about the day of the crossing; the day in euro is stated where another currency decides. */
function crossed({ crossed_on, crossed_on_eur, deciding_currency: currency }: Crossing): string {
  if (!crossed_on) return "";
  const day = dayInWords(crossed_on, "de");
  if (currency === "EUR") return `Überschritten wurde er am ${day}. `;
  const inEuro = crossed_on_eur
    ? `wurden 10.000 Euro am ${dayInWords(crossed_on_eur, "de")} überschritten`
    : "sind 10.000 Euro nicht überschritten";
  return `Überschritten wurde er am ${day} in ${currency}, der Währung, die für Sie entscheidet (Art. 59c Abs. 5); in Euro ${inEuro}. `;
}
