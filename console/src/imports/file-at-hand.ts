/** A file that is to be read again, as another format. */
type Rereading = {
  /** Absent after the page was loaded again, because a page cannot keep files. */
  readonly file?: File | undefined;
  readonly format: string;
  readonly source: string;
};

/** The uploaded files of this tab, by import. A File refers to the disk and holds no content. */
const uploaded = new Map<string, File>();

let next: Rereading | undefined;

export const keepUploaded = (id: string, file: File): void => {
  uploaded.set(id, file);
};

/** Prepares the form for a new import of the file of `id`. */
export function prepareRereading(id: string, how: Omit<Rereading, "file">): void {
  next = { ...how, file: uploaded.get(id) };
}

export function takeRereading(): Rereading | undefined {
  const taken = next;
  next = undefined;
  return taken;
}
