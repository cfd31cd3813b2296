import { useState } from "preact/hooks";
import { saveFile } from "../downloads/save.ts";
import { ActionFailure } from "../loading/action-failure.tsx";
import { useAction } from "../loading/use-action.ts";
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

const fieldsOf = (form: HTMLFormElement): BookingFields =>
  Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]));

function BookingsForm({ identity }: Pick<StepProps, "identity">) {
  const { say, format: reader } = useReader();
  const { client, account } = useSession();
  const { busy, failure, run } = useAction();
  const [stored] = useState(() => storedFields(account));
  const [format, setFormat] = useState<BookingFormat>(
    BOOKING_FORMATS.find((bookingFormat) => bookingFormat === stored["format"]) ?? "csv",
  );
  const [made, setMade] = useState<string>();
  function submit(event: SubmitEvent) {
    event.preventDefault();
    const fields = fieldsOf(event.currentTarget as HTMLFormElement);
    const decimalComma = reader.amount(150, "EUR").includes(",");
    run(async () => {
      setMade(undefined);
      localStorage.setItem(storeOf(account), JSON.stringify({ ...stored, ...fields }));
      const file = await client.makeBookings({
        path: pathParametersOf(identity),
        body: { ...bookingsRequest(fields, decimalComma), ...registrationQuery(identity) },
      });
      saveFile(file.bytes as Uint8Array<ArrayBuffer>, file.fileName);
      setMade(file.fileName);
    });
  }
  const shared = { stored, failure };
  return (
    <form class="stack" onSubmit={submit}>
      <p class="muted">{say("bookings.lead")}</p>
      <Field label={say("bookings.format")} width="narrow">
        <select
          name="format"
          value={format}
          onChange={(event) => setFormat(event.currentTarget.value as BookingFormat)}
        >
          {BOOKING_FORMATS.map((bookingFormat) => (
            <option key={bookingFormat} value={bookingFormat}>
              {say(`bookings.format.${bookingFormat}`)}
            </option>
          ))}
        </select>
      </Field>
      <Accounts {...shared} />
      {format === "datev_extf" && <DatevFields {...shared} />}
      {format === "sie_4" && <SieFields {...shared} />}
      <ConversionFields {...shared} />
      <p>
        <button type="submit" class="primary" disabled={busy}>
          {say("bookings.make")}
        </button>
      </p>
      {made && <Notice level="good">{say("portal.made", { name: made })}</Notice>}
      <ActionFailure failure={failure} />
    </form>
  );
}

type PartProps = { readonly stored: BookingFields; readonly failure: unknown };

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
  readonly type?: "date" | "text";
  readonly width?: "narrow" | "wide";
};

function Input({ stored, failure, name, isOptional = false, type = "text", width }: InputProps) {
  const { say } = useReader();
  return (
    <Field
      label={say(`bookings.${name}`)}
      isOptional={isOptional}
      failure={failure}
      name={name}
      {...(width ? { width } : {})}
    >
      {type === "date" ? (
        <input name={name} type="date" required={!isOptional} defaultValue={stored[name] ?? ""} />
      ) : (
        <input
          name={name}
          required={!isOptional}
          maxLength={100}
          defaultValue={stored[name] ?? ""}
          autocomplete="off"
          spellcheck={false}
        />
      )}
    </Field>
  );
}

function Accounts(props: PartProps) {
  const { say } = useReader();
  return (
    <>
      <Input {...props} name="clearing_account" width="narrow" />
      <Input {...props} name="vat_account" width="narrow" />
      <Field
        label={say("bookings.revenue")}
        help={say("bookings.revenueHelp")}
        failure={props.failure}
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
      <Input {...props} name="fiscal_year_start" type="date" width="narrow" />
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
