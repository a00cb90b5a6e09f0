/** A set of strings with a maximum size that evicts the oldest entry (FIFO). */
export interface BoundedSet {
  readonly has: (text: string) => boolean;
  readonly add: (text: string) => void;
}

export function createBoundedSet(capacity: number): BoundedSet {
  const texts = new Set<string>();
  return {
    has: (text) => texts.has(text),
    add: (text) => {
      texts.add(text);
      const [oldest] = texts;
      if (texts.size > capacity && oldest !== undefined) texts.delete(oldest);
    },
  };
}
