/** An entity label within a sentence: lower case in English unless it is an abbreviation; Chinese has no case. */
export const lowercaseInitial = (name: string): string =>
  /^[A-Z](?![A-Z])/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;
