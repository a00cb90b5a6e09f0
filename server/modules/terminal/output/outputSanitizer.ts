/**
 * Sanitizes terminal output: text, colors and the few sequences of progress bars pass. All other control sequences (titles, clipboard,
 * links, device queries) are removed, in any chunking.
 */

/** Erasing a line, and moving the cursor within it or up. */
const ALLOWED_SEQUENCE = /^[\d;:]*[mKGA]$/;
const MAX_SEQUENCE_LENGTH = 64;
const MAX_STRING_LENGTH = 4_096;

type ParserMode = 'text' | 'escape' | 'sequence' | 'string' | 'string_escape' | 'charset';
export interface OutputSanitizer {
  readonly feed: (text: string) => string;
}

// eslint-disable-next-line no-control-regex -- these are what is looked for
const CONTROL = /[\u0000-\u0007\u000b\u000c\u000e-\u001a\u001c-\u001f\u007f-\u009f]/g;
const ESC = '\u001b';
const BEL = '\u0007';

const STRING_INTRODUCERS = ']PX^_';
const CHARSET_INTRODUCERS = '()*+-./#% ';

/** The end of a control string. */
const isStringTerminator = (char: string): boolean => char === BEL || char === '\u009c';

interface ParserState {
  mode: ParserMode;
  buffer: string;
}

function readEscapeChar(state: ParserState, char: string): void {
  state.buffer = '';
  if (char === '[') state.mode = 'sequence';
  else if (STRING_INTRODUCERS.includes(char)) state.mode = 'string';
  else if (CHARSET_INTRODUCERS.includes(char)) state.mode = 'charset';
  else state.mode = char === ESC ? 'escape' : 'text';
}

/** Parses one character of a control sequence; returns the output that passes. */
function readSequenceChar(state: ParserState, char: string): string {
  if (char === ESC) {
    state.mode = 'escape';
    return '';
  }
  state.buffer += char;
  const isFinalByte = char >= '@' && char <= '~';
  if (!isFinalByte && state.buffer.length <= MAX_SEQUENCE_LENGTH) return '';
  state.mode = 'text';
  return isFinalByte && ALLOWED_SEQUENCE.test(state.buffer) ? `${ESC}[${state.buffer}` : '';
}

function readStringChar(state: ParserState, char: string): void {
  if (state.mode === 'string_escape') {
    state.mode = char === '\\' ? 'text' : 'string';
    if (state.mode === 'text') return;
  }
  state.buffer += '.';
  if (char === ESC) state.mode = 'string_escape';
  // Limits an unterminated string, which would swallow all following output.
  else if (isStringTerminator(char) || char === '\n' || state.buffer.length > MAX_STRING_LENGTH) state.mode = 'text';
}

function advance(state: ParserState, char: string): string {
  switch (state.mode) {
    case 'text':
      if (char === ESC) state.mode = 'escape';
      else return char;
      return '';
    case 'escape':
      readEscapeChar(state, char);
      return '';
    case 'charset':
      state.mode = 'text';
      return '';
    case 'sequence':
      return readSequenceChar(state, char);
    case 'string':
    case 'string_escape':
      readStringChar(state, char);
      return '';
  }
}

/** Keeps the parser state between chunks. */
export function createOutputSanitizer(): OutputSanitizer {
  const state: ParserState = { mode: 'text', buffer: '' };
  return {
    feed: (text) => {
      let output = '';
      let from = 0;
      while (from < text.length) {
        if (state.mode === 'text') {
          const index = text.indexOf(ESC, from);
          const to = index < 0 ? text.length : index;
          output += text.slice(from, to).replace(CONTROL, '');
          from = to;
          if (index < 0) break;
        }
        output += advance(state, text[from] ?? '');
        from += 1;
      }
      return output;
    },
  };
}
