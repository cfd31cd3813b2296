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
  asked: "somebody asked for it",
  failing: "nothing had arrived there for three days",
  gone: "the receiver answered that it is gone (410)",
} as const;

const FAILURES: Readonly<Record<FailingCode, string>> = {
  signature_rejected:
    "Messages arrive that are not signed with the secret of the connection. They are not booked.",
  topic_not_needed: "Only messages arrive that say nothing of orders. No order is booked.",
  pull_rejected:
    "The shop does not accept the keys, or they lack a right. Orders that no message brings are not found.",
  pull_failed:
    "The shop did not answer as expected. Orders that no message brings are found when it does again.",
  webhook_switched_off:
    "The shop has switched off webhooks to this service. Orders come only with the nightly catch-up until the webhooks are active again.",
  orders_missing:
    "Most booked orders are not in the shop whose address was given. Nothing was taken back.",
};

export function inEnglish(notification: NotificationRecord): MailText {
  switch (notification.kind) {
    case "vat.threshold.warning":
    case "vat.threshold.exceeded":
      return threshold(notification);
    case "return.due_soon": {
      const scheme = schemeNamed(notification.scheme_type).titles.en;
      const day = dayInWords(notification.filing_due_date, "en");
      const period = periodInWords(notification.period_key, "en");
      return {
        subject: `The return for ${period} (${scheme}) is due on ${day}`,
        text: `The return for ${period} in the ${scheme} has to be filed, and its VAT paid, by ${day}. It is not locked yet.${toPay(notification)}\n\nLock it when it is ready, submit it in the portal of your Member State of identification, and record that it was filed. A nil return has to be filed as well.\n`,
      };
    }
    case "return.overdue":
      return overdue(notification);
    case "return.unpaid": {
      const scheme = schemeNamed(notification.scheme_type).titles.en;
      const day = dayInWords(notification.filing_due_date, "en");
      const period = periodInWords(notification.period_key, "en");
      return {
        subject: `The VAT of the return for ${period} (${scheme}) is not recorded as paid`,
        text: `The VAT of the return for ${period} in the ${scheme} was to be paid by ${day}, and no payment of all of it is recorded.${outstanding(notification)}\n\nIf you have paid it, record the payment on the page of the return. If not, pay it to your Member State of identification under the reference of the return. What a Member State of consumption has reminded you of itself is to be paid to that Member State (Art. 63a of Implementing Regulation (EU) No 282/2011).\n`,
      };
    }
    case "late_change.recorded":
      return lateChange(notification);
    case "webhook.disabled":
      return {
        subject: `A webhook was switched off: ${notification.url}`,
        text: `Nothing is sent to ${notification.url} any more, because ${REASONS[notification.reason]}.\n\nWhen the receiver works again, switch the webhook ${notification.webhook_id} on, and send again what it has missed.\n`,
      };
    case "connection.failing":
      return {
        subject: `The connected shop ${notification.source_id} is failing`,
        text: `${FAILURES[notification.code]}\n\nThe page of the connections says what to do.\n`,
      };
    case "import.failed":
      return {
        subject: `A file of ${notification.source_id} was not imported`,
        text: "A file that was sent by an upload link, or put into the drop folder, could not be imported, or not to its end.\n\nThe page of the import says why it failed and what to do.\n",
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
    subject: `No file has arrived of ${source_id} for ${periodInWords(asked_period, "en")}`,
    text: `The upload link for ${source_id} ends on ${dayInWords(ends_on, "en")}, and nothing was received by it.\n\nAsk the client once more, or make a new link.\n`,
  };
}

/** Says what a return comes to that is not filed yet. */
function toPay({ payable }: Pick<NoticeOf<"return.due_soon">, "payable">): string {
  const amount = payableInWords(payable, "en");
  if (!amount) return "";
  const isFinal = payable?.every(({ is_locked }) => is_locked);
  return isFinal
    ? ` VAT to pay: ${amount}.`
    : ` VAT to pay as of now: ${amount}. The amount may change until the return is locked.`;
}

function outstanding({ payable }: NoticeOf<"return.unpaid">): string {
  const amount = payableInWords(payable, "en");
  return amount ? ` Outstanding: ${amount}.` : "";
}

function lateChange({
  scheme_type,
  period_key,
  directly,
  late,
}: NoticeOf<"late_change.recorded">): MailText {
  const scheme = schemeNamed(scheme_type).titles.en;
  const period = periodInWords(period_key, "en");
  const open = late?.declared_in
    ? `The next open return, that for ${periodInWords(late.declared_in, "en")},`
    : "The next open return";
  const direct =
    "No return declares the difference any more: declare it to the Member States of consumption directly (Art. 61a of Implementing Regulation (EU) No 282/2011). The overview lists the amounts and the reason.";
  // A refund that came after three years is in no return (Art. 61(2) CIR 282/2011).
  const unless = late ? "" : ", unless the overview has it among the direct declarations";
  const next = directly
    ? direct
    : `${open} declares the difference as a correction${unless}. Check its late changes before you file it.`;
  const amounts = late ? `\n\nVAT that is not declared yet:\n${lateInWords(late, "en")}` : "";
  return {
    subject: `The return for ${period} (${scheme}) has changed since it was locked`,
    text: `Supplies of ${period} were booked or changed after its return in the ${scheme} was locked. What was declared stays as it is.${amounts}\n\n${next}\n`,
  };
}

/** Returns the text of the returns of a scheme that are overdue, of which there may be one. */
function overdue(notice: NoticeOf<"return.overdue">): MailText {
  const { scheme_type, period_keys, filing_due_date, payable = [] } = notice;
  const scheme = schemeNamed(scheme_type).titles.en;
  const periods = period_keys.map((key) => periodInWords(key, "en"));
  const amounts = period_keys.map((key, n) => {
    const amount = payableInWords(
      payable.filter(({ period_key }) => period_key === key),
      "en",
    );
    return amount ? `${periods[n]} (${amount})` : periods[n];
  });
  const mayChange = payable.some(({ is_locked }) => !is_locked)
    ? " Amounts of returns that are not locked may change."
    : "";
  const portal = "in the portal of your Member State of identification";
  const elsewhere =
    "with another system, or before you used this service, record that on the page of the return (“Filed elsewhere”). If you submitted it without a lock here, lock it with the day of its submission.";
  const reminders =
    "Three reminders that are not answered within ten days each end the registration (Art. 58b of Implementing Regulation (EU) No 282/2011).";
  return periods.length === 1
    ? {
        subject: `No filing is recorded of a return that was due (${scheme}): ${periods[0]}`,
        text: `The due day of the return for ${periods[0]} in the ${scheme}, ${dayInWords(filing_due_date, "en")}, is over, and its filing is not recorded.${toPay(notice)}\n\nFile it ${portal}, a nil return as well, and record that it was filed. If you filed it ${elsewhere} ${reminders}\n`,
      }
    : {
        subject: `No filing is recorded of ${periods.length} returns that were due (${scheme}): ${periods[0]} and later`,
        text: `The due day of these returns in the ${scheme} is over, and their filing is not recorded: ${amounts.join(", ")}.${mayChange} The oldest was due on ${dayInWords(filing_due_date, "en")}.\n\nFile them ${portal}, the oldest first, nil returns as well, and record that they were filed. If you filed one ${elsewhere} ${reminders}\n`,
      };
}

function threshold({
  kind,
  ...of
}: Extract<NotificationRecord, { kind: `vat.threshold.${string}` }>): MailText {
  const current = euroInWords(of.current_minor, "en");
  const limit = euroInWords(of.threshold_minor, "en");
  const partial = of.eur_only ? "\n\nSales that could not be converted are left out of it." : "";
  const stands = `Your cross-border sales of ${of.year} to consumers in other Member States are ${current}; the threshold is ${limit} (${of.percentage_used}%).${partial}`;
  const taxed =
    "From the sale that exceeds it on, and in the following year, such sales are taxed where the customer is (Art. 59c VAT Directive).";
  const advice = of.registered
    ? "You are in the One-Stop Shop: they belong in its returns."
    : "Register for the One-Stop Shop, or in those Member States. The scheme covers sales from the first such one only if you tell your Member State by the 10th of the following month; else it begins with the next quarter (Art. 57d Implementing Regulation (EU) 282/2011).";
  return kind === "vat.threshold.exceeded"
    ? {
        subject: `The EUR 10,000 threshold is exceeded: ${current} in ${of.year}`,
        text: `${stands}\n\n${crossed(of)}${taxed} ${advice}\n`,
      }
    : {
        subject: of.crossed_on_eur
          ? `EUR 10,000 are exceeded in euro, not in ${of.deciding_currency}: ${current} in ${of.year}`
          : `The EUR 10,000 threshold is near: ${current} in ${of.year}`,
        text: `${stands}\n\n${undecided(of)}Once it is exceeded, such sales are taxed where the customer is (Art. 59c VAT Directive). ${of.registered ? advice : "Prepare the registration for the One-Stop Shop."}\n`,
      };
}

type Crossing = Pick<Notification, "crossed_on" | "crossed_on_eur" | "deciding_currency">;

/** Returns the sentence about a threshold that is exceeded in euro, and not in the currency that decides. */
const undecided = ({ crossed_on_eur, deciding_currency: currency }: Crossing): string =>
  crossed_on_eur
    ? `${currency} decides for you (Art. 59c(5)), and the threshold in ${currency} is not exceeded, as far as exchange rates are known. `
    : "";

/** Returns the sentences about the day of the crossing; the day in euro is stated where another currency decides. */
function crossed({ crossed_on, crossed_on_eur, deciding_currency: currency }: Crossing): string {
  if (!crossed_on) return "";
  const day = dayInWords(crossed_on, "en");
  if (currency === "EUR") return `It was exceeded on ${day}. `;
  const inEuro = crossed_on_eur
    ? `EUR 10,000 were exceeded on ${dayInWords(crossed_on_eur, "en")}`
    : "EUR 10,000 are not exceeded";
  return `It was exceeded on ${day} in ${currency}, the currency that decides for you (Art. 59c(5)); in euro, ${inEuro}. `;
}
