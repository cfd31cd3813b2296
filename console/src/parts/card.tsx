import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

type CardProps = {
  readonly title: ComponentChildren;
  readonly children: ComponentChildren;
  /** Content next to the title. */
  readonly aside?: ComponentChildren;
};

/** Displays a part of a page with its own heading. */
export function Card({ title, children, aside }: CardProps) {
  const id = useId();
  return (
    <section class="card" aria-labelledby={id}>
      <header class="card-head">
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
