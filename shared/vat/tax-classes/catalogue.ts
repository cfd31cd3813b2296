import groups from "../reference-data/tax-catalogue.json" with { type: "json" };

/** A tax class: a kind of supply that some Member State taxes at a rate of its own. */
export type TaxClass = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly source: string;
  readonly group_slug: string;
  readonly group_name: string;
  readonly tags: string[];
};

/** The Commission's Taxes in Europe Database. */
const SOURCE = "TEDB";

/** The 37 classes, in the order of the catalogue: by group, the standard rate first. */
export const TAX_CLASSES: readonly TaxClass[] = Object.entries(groups).flatMap(
  ([group_slug, { name: group_name, classes }]) =>
    classes.map(({ id, name, description, tags }) => ({
      id,
      name,
      description,
      source: SOURCE,
      group_slug,
      group_name,
      tags,
    })),
);
