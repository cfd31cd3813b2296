import { ShownOnce } from "../parts/shown-once.tsx";
import { useReader } from "../session/console-context.ts";
import type { FreshSecret } from "./fresh-secret.ts";

type ShownSecretProps = { readonly of: FreshSecret; readonly onClose: () => void };

/** Displays a new secret, which cannot be displayed again. */
export function ShownSecret({ of: { url, secret }, onClose }: ShownSecretProps) {
  const { say } = useReader();
  return (
    <ShownOnce
      lead={
        <>
          {say("webhooks.secret")} <bdi class="lines">{url}</bdi>
        </>
      }
      secret={secret}
    >
      <button type="button" onClick={onClose}>
        {say("webhooks.secretKept")}
      </button>
    </ShownOnce>
  );
}
