import { useState } from "preact/hooks";
import type { FileAnswer } from "../../../client/src/eu-vat-client.ts";
import { saveFile } from "../downloads/save.ts";
import { ActionForm } from "../loading/action-form.tsx";
import { fieldName } from "../loading/refusal-text.ts";
import { Field } from "../parts/field.tsx";
import { NeedsRole } from "../parts/needs-role.tsx";
import { Notice } from "../parts/notice.tsx";
import { pathParametersOf, registrationQuery } from "../period/return-identity.ts";
import { useReader, useSession } from "../session/console-context.ts";
import { addressOf } from "../shell/page.ts";
import { formFields } from "./form-fields.ts";
import { type FileChoice, taxWarningCount } from "./load-filing.ts";
import { OwnNumberField, useStoredIfWanted } from "./own-number.tsx";
import { establishmentName, fileRequest } from "./portal-file-request.ts";
import { PortalFindings } from "./portal-findings.tsx";
import { SchemaFields } from "./schema-fields.tsx";
import type { StepProps } from "./step-props.ts";

type PortalFileStepProps = StepProps & {
  /** True while a file is what comes next. */
  readonly isNext: boolean;
  readonly onMade: () => void;
};

/** Builds the portal file for the Member State, with numbers that are not stored. */
export function PortalFileStep({ isNext, ...props }: PortalFileStepProps) {
  const { say } = useReader();
  const { may } = useSession();
  const { choices } = props.facts;
  const warnings = taxWarningCount(props.facts);
  if (!may("makeReturnFile")) return <NeedsRole operation="makeReturnFile" />;
  return (
    <>
      <p>
        <a class="button" href={addressOf({ name: "sheet", ...props.identity })}>
          {say("sheet.open")}
        </a>
      </p>
      {warnings > 0 && <Notice level="warn">{say.many("portal.warned", warnings)}</Notice>}
      {choices.length === 0 && <p>{say("portal.none")}</p>}
      {choices.map((choice, at) => (
        <PortalFile
          key={choice.format.format}
          {...props}
          choice={choice}
          isNext={isNext && at === 0}
        />
      ))}
    </>
  );
}

type PortalFileProps = PortalFileStepProps & { readonly choice: FileChoice };

function PortalFile({ choice, facts, identity, isNext, onMade }: PortalFileProps) {
  const { lock, shown } = facts;
  const { say } = useReader();
  const { client } = useSession();
  const [made, setMade] = useState<FileAnswer>();
  const [sent, setSent] = useState<readonly string[]>([]);
  const storeIfWanted = useStoredIfWanted();
  const { format } = choice;
  const filer = formFields(format.fields.filer);
  async function make(typed: FormData) {
    setMade(undefined);
    const request = fileRequest(typed, choice, !lock);
    setSent(request.establishments?.map(({ country }) => country) ?? []);
    const file = await client.makeReturnFile({
      path: pathParametersOf(identity),
      body: { ...request, ...registrationQuery(identity) },
    });
    saveFile(file.bytes as Uint8Array<ArrayBuffer>, file.fileName);
    setMade(file);
    onMade();
    await storeIfWanted(typed);
  }
  return (
    <ActionForm
      button={say("portal.make")}
      look={isNext ? "primary" : ""}
      send={make}
      outcome={made && <Made file={made} currency={shown.return_currency} />}
    >
      <p>
        {say.known(`portal.${format.format}`) ?? format.channel}{" "}
        <span class="muted">
          {say("files.form")}: {format.version}
        </span>
      </p>
      {!lock && <Notice level="info">{say("portal.draft")}</Notice>}
      <PortalFindings choice={choice} shown={shown} />
      <p class="muted">{say("portal.kept")}</p>
      <OwnNumberField name="filer.vat_number" />
      <SchemaFields part="filer" fields={filer.filter(({ name }) => name !== "vat_number")} />
      <Establishments choice={choice} sent={sent} />
      <SchemaFields part="extras" fields={formFields(format.fields.extras)} />
    </ActionForm>
  );
}

type EstablishmentsProps = {
  readonly choice: FileChoice;
  /** The countries whose numbers were sent, in the order that faults count them in. */
  readonly sent: readonly string[];
};

function Establishments({ choice, sent }: EstablishmentsProps) {
  const { say, format } = useReader();
  return (
    <>
      {choice.checked.establishments.map(({ country, required }) => (
        <Field
          key={country}
          label={say("portal.establishment", { country: format.country(country) })}
          name={`establishments.${sent.indexOf(country)}.vat_number`}
          isOptional={!required}
        >
          <input name={establishmentName(country)} required={required} autocomplete="off" />
        </Field>
      ))}
    </>
  );
}

function Made({ file, currency }: { readonly file: FileAnswer; readonly currency: string }) {
  const { say, format } = useReader();
  const named = (field: string) => fieldName(field, say);
  return (
    <>
      <Notice level="good">{say("portal.made", { name: file.fileName })}</Notice>
      {file.adjustmentMinor !== 0 && (
        <Notice level="warn">
          {say("portal.adjusted", {
            amount: format.amount(file.adjustmentMinor, currency),
          })}
        </Notice>
      )}
      {file.numbersWithWarning.length > 0 && (
        <Notice level="warn">
          {say("portal.numbers", { fields: file.numbersWithWarning.map(named).join(", ") })}
        </Notice>
      )}
    </>
  );
}
