import { CopyButton } from "../parts/copy-button.tsx";
import { Notice } from "../parts/notice.tsx";
import { useReader } from "../session/console-context.ts";
import type { FreshSecret } from "./fresh-secret.ts";

type ShownSecretProps = { readonly of: FreshSecret; readonly onClose: () => void };

/** Displays a new secret, which cannot be displayed again. */
export function ShownSecret({ of: { url, secret }, onClose }: ShownSecretProps) {
  const { say } = useReader();
  return (
    <Notice level="good">
      <p>{say("webhooks.secret")}</p>
      <p class="mark">
        <bdi>{url}</bdi>
      </p>
      <p class="mark">
        <code>{secret}</code>
      </p>
      <p class="buttons">
        <CopyButton text={secret} />
        <button type="button" onClick={onClose}>
          {say("webhooks.secretKept")}
        </button>
      </p>
    </Notice>
  );
}
