/** Remembers which characters of an open draft were a suggestion that somebody decided about: undo makes these a suggestion again. */
import { INSERTION, parseSuggestion } from '../../../../common/text/richText/draftSuggestion';

/** The suggestions of characters, by the client and the number that Yjs gave them. */
export type SuggestedCharacters = ReadonlyMap<number, ReadonlyMap<number, string>>;
interface SuggestedCharacter {
  readonly key: string;
  readonly value: string;
  readonly client: number;
  readonly clock: number;
}
export interface FormerSuggestions {
  readonly has: (character: SuggestedCharacter) => boolean;
  /** Remembers the characters that were suggested `before` and no longer are. */
  readonly remember: (key: string, before: SuggestedCharacters, now: SuggestedCharacters) => void;
}

/** `findAuthor` returns whose a client id is: what the author of a suggestion typed can be one again after the server was started again. */
export function createFormerSuggestions(findAuthor: (client: number) => string | undefined): FormerSuggestions {
  /** The numbers of characters by client, for each suggestion. */
  const decided = new Map<string, Map<number, Set<number>>>();
  const nameSuggestion = (key: string, value: string) => `${key} ${value}`;
  const add = (name: string, client: number, clock: number) => {
    const byClient = decided.get(name) ?? new Map<number, Set<number>>();
    const clocks = byClient.get(client) ?? new Set<number>();
    decided.set(name, byClient.set(client, clocks.add(clock)));
  };
  return {
    has: ({ key, value, client, clock }) => {
      const byClient = decided.get(nameSuggestion(key, value));
      if (byClient?.get(client)?.has(clock) === true) return true;
      return key === INSERTION ? findAuthor(client) === parseSuggestion(value)?.p : byClient === undefined;
    },
    remember: (key, before, now) => {
      for (const [client, values] of before)
        for (const [clock, value] of values)
          if (now.get(client)?.has(clock) !== true) add(nameSuggestion(key, value), client, clock);
    },
  };
}
