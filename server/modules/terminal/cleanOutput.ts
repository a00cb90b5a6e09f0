/**
 * What a terminal may be told: text, colours, and the few signs a progress bar needs. Everything else a program could say to a
 * terminal (titles, clipboards, links with other targets, answers on its keyboard) is taken out, however it is cut into pieces.
 */

/** Erasing a line, and moving within it or up. */
const HARMLESS = /^[\d;:]*[mKGA]$/;
const LONGEST_SEQUENCE = 64;
const LONGEST_STRING = 4_096;

type Mode = 'text' | 'escape' | 'sequence' | 'string' | 'string_escape' | 'charset';
export interface Cleaner {
  readonly feed: (text: string) => string;
}

// eslint-disable-next-line no-control-regex -- these are what is looked for
const CONTROL = /[\u0000-\u0007\u000b\u000c\u000e-\u001a\u001c-\u001f\u007f-\u009f]/g;
const ESC = '\u001b';
const BEL = '\u0007';

const STRINGS = ']PX^_';
const CHARSETS = '()*+-./#% ';

/** Where a control string ends. */
const endsString = (sign: string): boolean => sign === BEL || sign === '\u009c';

interface State {
  mode: Mode;
  held: string;
}

function afterEscape(state: State, sign: string): void {
  state.held = '';
  if (sign === '[') state.mode = 'sequence';
  else if (STRINGS.includes(sign)) state.mode = 'string';
  else if (CHARSETS.includes(sign)) state.mode = 'charset';
  else state.mode = sign === ESC ? 'escape' : 'text';
}

/** One sign of a control sequence; answers what is let through. */
function inSequence(state: State, sign: string): string {
  if (sign === ESC) {
    state.mode = 'escape';
    return '';
  }
  state.held += sign;
  const isLast = sign >= '@' && sign <= '~';
  if (!isLast && state.held.length <= LONGEST_SEQUENCE) return '';
  state.mode = 'text';
  return isLast && HARMLESS.test(state.held) ? `${ESC}[${state.held}` : '';
}

function inString(state: State, sign: string): void {
  if (state.mode === 'string_escape') {
    state.mode = sign === '\\' ? 'text' : 'string';
    if (state.mode === 'text') return;
  }
  state.held += '.';
  if (sign === ESC) state.mode = 'string_escape';
  // A string that never ends would swallow all that follows.
  else if (endsString(sign) || sign === '\n' || state.held.length > LONGEST_STRING) state.mode = 'text';
}

function step(state: State, sign: string): string {
  switch (state.mode) {
    case 'text':
      if (sign === ESC) state.mode = 'escape';
      else return sign;
      return '';
    case 'escape':
      afterEscape(state, sign);
      return '';
    case 'charset':
      state.mode = 'text';
      return '';
    case 'sequence':
      return inSequence(state, sign);
    case 'string':
    case 'string_escape':
      inString(state, sign);
      return '';
  }
}

/** Remembers what a piece left open, so that the next one goes on with it. */
export function createCleaner(): Cleaner {
  const state: State = { mode: 'text', held: '' };
  return {
    feed: (text) => {
      let clean = '';
      let from = 0;
      while (from < text.length) {
        if (state.mode === 'text') {
          const at = text.indexOf(ESC, from);
          const to = at < 0 ? text.length : at;
          clean += text.slice(from, to).replace(CONTROL, '');
          from = to;
          if (at < 0) break;
        }
        clean += step(state, text[from] ?? '');
        from += 1;
      }
      return clean;
    },
  };
}
