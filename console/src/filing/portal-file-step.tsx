import { useState } from "preact/hooks";
import type { FileAnswer } from "../../../client/src/eu-vat-client.ts";
import { saveFile } from "../downloads/save.ts";
import { ActionForm } from "../loading/action-form.tsx";
import { fieldName } from "../loading/refusal-text.ts";
import { NeedsRole } from "../parts/needs-role.tsx";
import { Notice } from "../parts/notice.tsx";
import { pathParametersOf, registrationQuery } from "../period/return-identity.ts";
import { useReader, useSession } from "../session/console-context.ts";
import { addressOf } from "../shell/page.ts";
import { formFields } from "./form-fields.ts";
import type { FileChoice } from "./load-filing.ts";
import { establishmentName, fileRequest } from "./portal-file-request.ts";
import { PortalFindings } from "./portal-findings.tsx";
import { SchemaFields } from "./schema-fields.tsx";
import type { StepProps } from "./step-props.ts";

/** Builds the portal file for the Member State, with numbers that are not stored. */
export function PortalFileStep(props: StepProps) {
  const { say } = useReader();
  const { may } = useSession();
  const { choices } = props.facts;
  if (!may("makeReturnFile")) return <NeedsRole operation="makeReturnFile" />;
  return (
    <>
      <p>
        <a class="button" href={addressOf({ name: "sheet", ...props.identity })}>
          {say("sheet.open")}
        </a>
      </p>
      {choices.length === 0 && <p>{say("portal.none")}</p>}
      {choices.map((choice) => (
        <PortalFile key={choice.format.format} {...props} choice={choice} />
      ))}
    </>
  );
}

type PortalFileProps = StepProps & { readonly choice: FileChoice };

function PortalFile({ choice, facts: { lock, shown }, identity }: PortalFileProps) {
  const { say } = useReader();
  const { client } = useSession();
  const [made, setMade] = useState<FileAnswer>();
  const { format } = choice;
  async function make(typed: FormData) {
    setMade(undefined);
    const file = await client.makeReturnFile({
      path: pathParametersOf(identity),
      body: { ...fileRequest(typed, choice, !lock), ...registrationQuery(identity) },
    });
    saveFile(file.bytes as Uint8Array<ArrayBuffer>, file.fileName);
    setMade(file);
  }
  return (
    <ActionForm
      button={say("portal.make")}
      send={make}
      outcome={made && <Made file={made} currency={shown.return_currency} />}
    >
      <p>
        <strong>{format.version}</strong>: {say.known(`portal.${format.format}`) ?? format.channel}
      </p>
      {!lock && <Notice level="info">{say("portal.draft")}</Notice>}
      <PortalFindings choice={choice} shown={shown} />
      <p class="muted">{say("portal.kept")}</p>
      <SchemaFields part="filer" fields={formFields(format.fields.filer)} />
      <Establishments choice={choice} />
      <SchemaFields part="extras" fields={formFields(format.fields.extras)} />
    </ActionForm>
  );
}

function Establishments({ choice }: { readonly choice: FileChoice }) {
  const { say, format } = useReader();
  return (
    <>
      {choice.checked.establishments.map(({ country, required }) => {
        const label = say("portal.establishment", { country: format.country(country) });
        return (
          <label key={country} class="field">
            <span>{required ? label : say("form.optional", { label })}</span>
            <input name={establishmentName(country)} required={required} autocomplete="off" />
          </label>
        );
      })}
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
