import type { ComponentChildren } from "preact";

type FactProps = { readonly name: string; readonly children: ComponentChildren };

/** Displays a name and its value in a list of facts. */
export const Fact = ({ name, children }: FactProps) => (
  <>
    <dt>{name}</dt>
    <dd>
      <bdi>{children}</bdi>
    </dd>
  </>
);
