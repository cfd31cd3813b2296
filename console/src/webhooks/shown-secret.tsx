import { ShownOnce } from "../parts/shown-once.tsx";
import { useReader } from "../session/console-context.ts";
import { type FreshSecret, webhookName } from "./fresh-secret.ts";

type ShownSecretProps = { readonly of: FreshSecret; readonly onClose: () => void };

/** Displays a new secret, which cannot be displayed again. */
export function ShownSecret({ of, onClose }: ShownSecretProps) {
  const { say } = useReader();
  return (
    <ShownOnce
      lead={
        <>
          {say("webhooks.secret")} <bdi class="lines">{webhookName(of)}</bdi>
        </>
      }
      secret={of.secret}
    >
      <button type="button" onClick={onClose}>
        {say("webhooks.secretKept")}
      </button>
    </ShownOnce>
  );
}
