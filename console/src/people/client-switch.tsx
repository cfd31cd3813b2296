import { Choice } from "../parts/choice.tsx";
import { Icon } from "../parts/icon.tsx";
import { useReader } from "../session/console-context.ts";
import { hasLeft } from "../session/person.ts";
import { addressOf } from "../shell/page.ts";
import { usePeople } from "./people-context.ts";

/** Displays the client that is open, as a choice of all clients that have not left; another one opens on the overview. */
export function ClientSwitch({ current }: { readonly current: string }) {
  const { say } = useReader();
  const { clients = [], open } = usePeople();
  return (
    <>
      <Choice
        class="client-switch"
        aria-label={say("clients.name")}
        value={current}
        options={clients
          .filter((client) => client.account === current || !hasLeft(client))
          .map(({ account, name }) => [account, name])}
        onChoose={(chosen) => {
          const client = clients.find(({ account }) => account === chosen);
          if (client) open(client);
        }}
      />
      <a class="small" href={addressOf({ name: "clients", organisation: undefined })}>
        <Icon name="building" /> {say("people.all")}
      </a>
    </>
  );
}
