/** The name of a noun inside a sentence: small in English unless it is an abbreviation; Chinese has no case. */
export const inSentence = (noun: string): string =>
  /^[A-Z](?![A-Z])/.test(noun) ? noun.charAt(0).toLowerCase() + noun.slice(1) : noun;
