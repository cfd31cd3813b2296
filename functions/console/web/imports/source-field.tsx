import { useId } from "preact/hooks";
import { useLoad } from "../loading/use-load.ts";
import { useReader, useSession } from "../session/console-context.ts";

/** An input for the tag of the shop, with suggestions from existing source profiles. */
export function SourceField() {
  const { say } = useReader();
  const { client } = useSession();
  const id = useId();
  const sources = useLoad("sources to import", (signal) => client.listSources({}, { signal }));
  const known = sources.state === "ready" ? sources.value.items : [];
  return (
    <label class="field">
      <span>{say("imports.sourceTag")}</span>
      <input
        name="source_id"
        required
        list={id}
        maxLength={100}
        pattern="[A-Za-z0-9_\-\/]{1,100}"
        autocomplete="off"
        spellcheck={false}
      />
      <datalist id={id}>
        {known.map(({ source_key, display_name }) => (
          <option key={source_key} value={source_key} label={display_name} />
        ))}
      </datalist>
    </label>
  );
}
