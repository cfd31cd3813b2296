import { schemeNamed } from "../vat/schemes/schemes.ts";
import type { Notification } from "./notification.ts";
import { dayInWords, euroInWords, type MailText, type NotificationRecord } from "./texts.ts";

const REASONS = {
  asked: "es so verlangt wurde",
  failing: "dort drei Tage lang nichts angekommen ist",
  gone: "der Empfänger geantwortet hat, dass es ihn nicht mehr gibt (410)",
} as const;

/** Returns the German text of a notification. */
export function inGerman(told: NotificationRecord): MailText {
  switch (told.kind) {
    case "vat.threshold.warning":
    case "vat.threshold.exceeded":
      return threshold(told);
    case "return.due_soon": {
      const scheme = schemeNamed(told.scheme_type).titles.de;
      const day = dayInWords(told.filing_due_date, "de");
      return {
        subject: `Die Meldung ${told.period_key} (${scheme}) ist bis ${day} abzugeben`,
        text: `Die Meldung ${told.period_key} (${scheme}) ist bis ${day} abzugeben, und die Steuer bis dahin zu zahlen. Sie ist noch nicht festgeschrieben.\n\nSchreiben Sie sie fest, wenn sie fertig ist, geben Sie sie im Portal Ihres Mitgliedstaats der Identifizierung ab, und vermerken Sie die Abgabe. Auch eine Nullmeldung ist abzugeben.\n`,
      };
    }
    case "late_change.recorded": {
      const scheme = schemeNamed(told.scheme_type).titles.de;
      return {
        subject: `Die festgeschriebene Meldung ${told.period_key} (${scheme}) hat sich geändert`,
        text: `Umsätze von ${told.period_key} wurden gebucht oder geändert, nachdem die Meldung (${scheme}) festgeschrieben war. Was erklärt wurde, bleibt, wie es ist.\n\n${told.directly ? "Keine Meldung erklärt den Unterschied mehr: Erklären Sie ihn den Verbrauchsmitgliedstaaten unmittelbar (Art. 61a der Durchführungsverordnung (EU) Nr. 282/2011). Die Übersicht nennt Beträge und Grund." : "Die nächste offene Meldung erklärt den Unterschied als Berichtigung. Sehen Sie sich vor der Abgabe ihre späten Änderungen an."}\n`,
      };
    }
    case "webhook.disabled":
      return {
        subject: `Ein Webhook wurde abgeschaltet: ${told.url}`,
        text: `An ${told.url} wird nichts mehr gesendet, weil ${REASONS[told.reason]}.\n\nWenn der Empfänger wieder arbeitet, schalten Sie den Webhook ${told.webhook_id} wieder ein, und senden Sie erneut, was er verpasst hat.\n`,
      };
  }
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
  const stands = `Ihre grenzüberschreitenden Umsätze ${of.year} an Verbraucher in anderen Mitgliedstaaten betragen ${current}, die Schwelle ist ${limit} (${of.percentage_used} %).${partial}`;
  const taxed =
    "Ab dem Umsatz, der sie überschreitet, und im folgenden Jahr werden solche Umsätze beim Kunden besteuert (Art. 59c MwStSystRL).";
  const advice = of.registered
    ? "Sie nehmen am One-Stop-Shop teil: sie gehören in dessen Erklärungen."
    : "Melden Sie sich für den One-Stop-Shop an, oder in diesen Mitgliedstaaten.";
  return kind === "vat.threshold.exceeded"
    ? {
        subject: `Die Schwelle von 10.000 Euro ist überschritten: ${current} im Jahr ${of.year}`,
        text: `${stands}\n\n${crossed(of)}${taxed} ${advice}\n`,
      }
    : {
        subject: of.crossed_on_eur
          ? `10.000 Euro sind in Euro überschritten, in ${of.deciding_currency} nicht: ${current} im Jahr ${of.year}`
          : `Die Schwelle von 10.000 Euro ist nahe: ${current} im Jahr ${of.year}`,
        text: `${stands}\n\n${undecided(of)}Ist sie überschritten, werden solche Umsätze beim Kunden besteuert (Art. 59c MwStSystRL). ${of.registered ? advice : "Bereiten Sie die Anmeldung zum One-Stop-Shop vor."}\n`,
      };
}

type Crossing = Pick<Notification, "crossed_on" | "crossed_on_eur" | "deciding_currency">;

/** Returns the sentence about a threshold that is exceeded in euro, and not in the currency that decides. */
const undecided = ({ crossed_on_eur, deciding_currency: currency }: Crossing): string =>
  crossed_on_eur
    ? `Für Sie entscheidet ${currency} (Art. 59c Abs. 5), und in ${currency} ist die Schwelle nicht überschritten, soweit Wechselkurse bekannt sind. `
    : "";

/** Returns the sentences about the day of the crossing; the day in euro is stated where another currency decides. */
function crossed({ crossed_on, crossed_on_eur, deciding_currency: currency }: Crossing): string {
  if (!crossed_on) return "";
  const day = dayInWords(crossed_on, "de");
  if (currency === "EUR") return `Überschritten wurde sie am ${day}. `;
  const inEuro = crossed_on_eur
    ? `wurden 10.000 Euro am ${dayInWords(crossed_on_eur, "de")} überschritten`
    : "sind 10.000 Euro nicht überschritten";
  return `Überschritten wurde sie am ${day} in ${currency}, der Währung, die für Sie entscheidet (Art. 59c Abs. 5); in Euro ${inEuro}. `;
}
