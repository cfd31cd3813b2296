import { useReader } from "../session/console-context.ts";
import { addressOf } from "../shell/page.ts";

/** The pages of the documentation about the formats, relative to the console. */
const GUIDES = "docs/imports/README.md";

/** Leads to the page that says where a shop has the file of a format. */
export function GuideLink({ guide = GUIDES }: { readonly guide?: string | undefined }) {
  const { say } = useReader();
  return (
    <a href={guide} target="_blank" rel="noopener">
      {say("imports.guide")}
    </a>
  );
}

/** Says where to get a file, and which shops need none. */
export function FileHelp({ guide }: { readonly guide?: string | undefined }) {
  const { say } = useReader();
  return (
    <p>
      <GuideLink guide={guide} />. {say("imports.noFiles")}{" "}
      <a href={addressOf({ name: "connections" })}>{say("nav.connections")}</a>
    </p>
  );
}
