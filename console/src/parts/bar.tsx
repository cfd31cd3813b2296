/** Displays a bar in a table of figures; the figure itself is in the same row. */
export function Bar({ share }: { readonly share: number }) {
  const width = Math.max(0, Math.min(100, share));
  return (
    <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect class="bar-back" width="100" height="10" />
      <rect class="bar-front" width={width} height="10" />
    </svg>
  );
}
