/** Detects the end of a command: the shell prints a random end marker after the command's last byte and exits only afterwards. */
import { randomBytes } from 'node:crypto';

/**
 * A closing pseudo-terminal may lose the last output. So the shell waits for a response after the marker: by then every byte before it has
 * been read. The command has no input, and its exit code is the shell's.
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
  /** The output that can be passed on; `done` once the marker was read. */
  readonly feed: (chunk: string) => { readonly text: string; readonly done: boolean };
  /** Text that was held back as a possible beginning of the marker. */
  readonly flush: () => string;
}

/** Finds the marker in any chunking; holds back a possible beginning of it. */
export function createEndMarkerReader(marker: string): EndMarkerReader {
  const needle = `\r\n${marker}:`;
  let buffer = '';
  let hasEnded = false;
  return {
    feed: (chunk) => {
      if (hasEnded) return { text: '', done: hasEnded };
      buffer += chunk;
      const index = buffer.indexOf(needle);
      if (index >= 0) {
        const text = buffer.slice(0, index);
        buffer = '';
        hasEnded = true;
        return { text, done: hasEnded };
      }
      const partialLength = partialMatchLength(buffer, needle);
      const text = buffer.slice(0, buffer.length - partialLength);
      buffer = buffer.slice(buffer.length - partialLength);
      return { text, done: hasEnded };
    },
    flush: () => {
      const text = buffer;
      buffer = '';
      return text;
    },
  };
}

/** Number of last characters of a text that may be the beginning of the marker. */
function partialMatchLength(text: string, needle: string): number {
  for (let length = Math.min(needle.length - 1, text.length); length > 0; length -= 1)
    if (text.endsWith(needle.slice(0, length))) return length;
  return 0;
}
