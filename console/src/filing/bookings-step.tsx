import { useState } from "preact/hooks";
import { saveFile } from "../downloads/save.ts";
import { hasDecimalComma } from "../format/locale.ts";
import { ActionForm } from "../loading/action-form.tsx";
import { textsIn } from "../loading/typed.ts";
import { Choice } from "../parts/choice.tsx";
import { Field } from "../parts/field.tsx";
import { Notice } from "../parts/notice.tsx";
import { pathParametersOf, registrationQuery } from "../period/return-identity.ts";
import { useReader, useSession } from "../session/console-context.ts";
import {
  BOOKING_FORMATS,
  type BookingFields,
  type BookingFormat,
  bookingsRequest,
} from "./bookings-request.ts";
import type { StepProps } from "./step-props.ts";

/** Makes a file of bookings from the locked return, by accounts that stay in the browser. */
export function BookingsStep({ facts: { lock }, identity }: StepProps) {
  const { say } = useReader();
  return lock ? <BookingsForm identity={identity} /> : <p>{say("filing.lockFirst")}</p>;
}

/** Returns the name under which the browser stores the accounts of a business. */
const storeOf = (account: string): string => `eu-vat-bookings ${account}`;

function storedFields(account: string): BookingFields {
  try {
    return JSON.parse(localStorage.getItem(storeOf(account)) ?? "{}") as BookingFields;
  } catch {
    return {};
  }
}

function BookingsForm({ identity }: Pick<StepProps, "identity">) {
  const { say } = useReader();
  const { client, account } = useSession();
  const [stored] = useState(() => storedFields(account));
  const [format, setFormat] = useState<BookingFormat>(
    BOOKING_FORMATS.find((bookingFormat) => bookingFormat === stored["format"]) ?? "csv",
  );
  const [made, setMade] = useState<string>();
  async function make(typed: FormData) {
    const fields = textsIn(typed);
    setMade(undefined);
    localStorage.setItem(storeOf(account), JSON.stringify({ ...stored, ...fields }));
    const file = await client.makeBookings({
      path: pathParametersOf(identity),
      body: {
        ...bookingsRequest(fields, hasDecimalComma(say.locale)),
        ...registrationQuery(identity),
      },
    });
    saveFile(file.bytes as Uint8Array<ArrayBuffer>, file.fileName);
    setMade(file.fileName);
  }
  return (
    <ActionForm
      button={say("bookings.make")}
      send={make}
      outcome={made && <Notice level="good">{say("portal.made", { name: made })}</Notice>}
    >
      <p class="muted">{say("bookings.lead")}</p>
      <Field label={say("bookings.format")} width="narrow">
        <Choice
          name="format"
          value={format}
          options={BOOKING_FORMATS.map((name) => [name, say(`bookings.format.${name}`)])}
          onChoose={(chosen = format) => setFormat(chosen)}
        />
      </Field>
      <Accounts stored={stored} />
      {format === "datev_extf" && <DatevFields stored={stored} />}
      {format === "sie_4" && <SieFields stored={stored} />}
      <ConversionFields stored={stored} />
    </ActionForm>
  );
}

type PartProps = { readonly stored: BookingFields };

type InputProps = PartProps & {
  readonly name:
    | "clearing_account"
    | "vat_account"
    | "consultant_number"
    | "client_number"
    | "fiscal_year_start"
    | "account_length"
    | "company_name"
    | "organisation_number"
    | "currency"
    | "rate";
  readonly isOptional?: boolean;
  readonly isDay?: boolean;
  readonly width?: "narrow" | "wide";
};

function Input({ stored, name, isOptional = false, isDay = false, width }: InputProps) {
  const { say } = useReader();
  return (
    <Field label={say(`bookings.${name}`)} isOptional={isOptional} {...(width ? { width } : {})}>
      <input
        name={name}
        {...(isDay ? { type: "date" } : {})}
        required={!isOptional}
        maxLength={100}
        defaultValue={stored[name] ?? ""}
        autocomplete="off"
        spellcheck={false}
      />
    </Field>
  );
}

function Accounts(props: PartProps) {
  const { say } = useReader();
  return (
    <>
      <Input {...props} name="clearing_account" />
      <Input {...props} name="vat_account" />
      <Field
        label={say("bookings.revenue")}
        help={say("bookings.revenueHelp")}
        name="accounts.revenue"
      >
        <textarea
          name="revenue"
          required
          rows={4}
          spellcheck={false}
          defaultValue={props.stored["revenue"] ?? ""}
        />
      </Field>
    </>
  );
}

function DatevFields(props: PartProps) {
  return (
    <>
      <Input {...props} name="consultant_number" width="narrow" />
      <Input {...props} name="client_number" width="narrow" />
      <Input {...props} name="fiscal_year_start" isDay width="narrow" />
      <Input {...props} name="account_length" width="narrow" />
    </>
  );
}

function SieFields(props: PartProps) {
  return (
    <>
      <Input {...props} name="company_name" />
      <Input {...props} name="organisation_number" isOptional width="narrow" />
    </>
  );
}

function ConversionFields(props: PartProps) {
  return (
    <>
      <Input {...props} name="currency" isOptional width="narrow" />
      <Input {...props} name="rate" isOptional width="narrow" />
    </>
  );
}
