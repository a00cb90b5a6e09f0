/** How the end of a command is known: a word nobody can guess is printed after its last byte, and only then does the process end. */
import { randomBytes } from 'node:crypto';

/**
 * A pseudo-terminal that closes may lose what was written last. So the shell around the command waits for an answer after the
 * word: by then every byte before it has been read. The command has no input, and its exit code is the shell's own.
 */
export const WRAPPER = [
  'T=$1; shift',
  'stty -echo 2>/dev/null',
  'ulimit -c 0',
  '"$@" </dev/null',
  'rc=$?',
  `printf '\\n%s:%d\\n' "$T" "$rc"`,
  'read -r _',
  'exit "$rc"',
].join('\n');

export const newSentinel = (): string => `end-${randomBytes(18).toString('base64url')}`;

export interface SentinelReader {
  /** The part of the output that can be told now; `done` once the word was read. */
  readonly feed: (piece: string) => { readonly text: string; readonly done: boolean };
  /** What was held back in case it was the beginning of the word. */
  readonly rest: () => string;
}

/** Finds the word however the output is cut into pieces; what might be its beginning is held back. */
export function createSentinelReader(word: string): SentinelReader {
  const mark = `\r\n${word}:`;
  let held = '';
  let done = false;
  return {
    feed: (piece) => {
      if (done) return { text: '', done };
      held += piece;
      const at = held.indexOf(mark);
      if (at >= 0) {
        const text = held.slice(0, at);
        held = '';
        done = true;
        return { text, done };
      }
      const open = beginningAtEnd(held, mark);
      const text = held.slice(0, held.length - open);
      held = held.slice(held.length - open);
      return { text, done };
    },
    rest: () => {
      const text = held;
      held = '';
      return text;
    },
  };
}

/** How many of the last signs of a text may be the first ones of the mark. */
function beginningAtEnd(text: string, mark: string): number {
  for (let length = Math.min(mark.length - 1, text.length); length > 0; length -= 1)
    if (text.endsWith(mark.slice(0, length))) return length;
  return 0;
}
