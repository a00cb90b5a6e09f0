/** Names of the English companions of texts. */

/** The group of the form with all companions; its heading is derived too. */
export const ENGLISH_GROUP = 'english';

/** The name of the companion of a field. */
export const companionName = (name: string): string => `${name}_en`;

/** The name of the field that a companion translates; undefined when the field is not a companion. */
export const translatedField = (spec: { readonly translations?: readonly string[] }, companion: string) =>
  spec.translations?.find((name) => companionName(name) === companion);
