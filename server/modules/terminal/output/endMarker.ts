/** How the end of a command is known: a word nobody can guess is printed after its last byte, and only then does the process end. */
import { randomBytes } from 'node:crypto';

/**
 * A pseudo-terminal that closes may lose what was written last. So the shell around the command waits for an answer after the
 * word: by then every byte before it has been read. The command has no input, and its exit code is the shell's own.
 */
export const SHELL_WRAPPER = [
  'T=$1; shift',
  'stty -echo 2>/dev/null',
  'ulimit -c 0',
  '"$@" </dev/null',
  'rc=$?',
  `printf '\\n%s:%d\\n' "$T" "$rc"`,
  'read -r _',
  'exit "$rc"',
].join('\n');

export const createEndMarker = (): string => `end-${randomBytes(18).toString('base64url')}`;

export interface EndMarkerReader {
  /** The part of the output that can be told now; `done` once the word was read. */
  readonly feed: (chunk: string) => { readonly text: string; readonly done: boolean };
  /** What was held back in case it was the beginning of the word. */
  readonly flush: () => string;
}

/** Finds the word however the output is cut into pieces; what might be its beginning is held back. */
export function createEndMarkerReader(marker: string): EndMarkerReader {
  const needle = `\r\n${marker}:`;
  let buffer = '';
  let done = false;
  return {
    feed: (chunk) => {
      if (done) return { text: '', done };
      buffer += chunk;
      const at = buffer.indexOf(needle);
      if (at >= 0) {
        const text = buffer.slice(0, at);
        buffer = '';
        done = true;
        return { text, done };
      }
      const partialLength = partialMatchLength(buffer, needle);
      const text = buffer.slice(0, buffer.length - partialLength);
      buffer = buffer.slice(buffer.length - partialLength);
      return { text, done };
    },
    flush: () => {
      const text = buffer;
      buffer = '';
      return text;
    },
  };
}

/** How many of the last signs of a text may be the first ones of the mark. */
function partialMatchLength(text: string, needle: string): number {
  for (let length = Math.min(needle.length - 1, text.length); length > 0; length -= 1)
    if (text.endsWith(needle.slice(0, length))) return length;
  return 0;
}
