/** Removes ANSI escape sequences of terminals, such as colors and cursor moves, from output that arrives in chunks. */

// eslint-disable-next-line no-control-regex -- these are what is looked for
const SEQUENCE = /\u001b\[[0-9;?]*[A-Za-z]/g;
/** The beginning of a sequence whose end is in the next chunk. */
// eslint-disable-next-line no-control-regex -- these are what is looked for
const INCOMPLETE_SEQUENCE = /\u001b(?:\[[0-9;?]{0,20})?$/;

/** Returns a function that strips one chunk after the other. */
export function createEscapeStripper(): (chunk: string) => string {
  let incompleteSequence = '';
  return (chunk) => {
    const text = incompleteSequence + chunk;
    incompleteSequence = INCOMPLETE_SEQUENCE.exec(text)?.[0] ?? '';
    return text.slice(0, text.length - incompleteSequence.length).replace(SEQUENCE, '');
  };
}
