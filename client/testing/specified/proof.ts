/** The form of the table that names, for each line of the specification about the frame, the test that fails without it. */
export interface Proof {
  /** The specification's point, and the line of it in few words. */
  readonly line: `${2 | 4 | 5 | 6 | 7 | 8 | 9}: ${string}`;
  readonly file: string;
  readonly title: string;
  /** What the test holds it to, word for word. */
  readonly value: string;
  /** What of ours it speaks of; `covered.test.ts` reads from the code which of these there must be. */
  readonly of: readonly string[];
}

type Line = Proof['line'];
/** The rows that one file of tests proves. */
export const provenBy = (file: string, ...rows: readonly (readonly [Line, string, string, ...string[]])[]): Proof[] =>
  rows.map(([line, title, value, ...of]) => ({ line, file, title, value, of }));
