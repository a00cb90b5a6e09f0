/** Letters as people would receive them: read from the folder the house writes them to for tests. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export interface Received {
  readonly to: string;
  readonly template: string;
  readonly text: string;
  readonly params: { readonly code: string };
}

const filesIn = (folder: string, kind: 'mail' | 'sms'): readonly string[] =>
  (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.startsWith(`${kind}-`));

/** Every letter of a kind that lies in the folder. */
export const lettersIn = (folder: string, kind: 'mail' | 'sms'): readonly Received[] =>
  filesIn(folder, kind).flatMap((name) => readLetter(join(folder, name)) ?? []);

/** Waits for the letter to an address, takes it away and answers its code. */
export async function takeCode(folder: string, kind: 'mail' | 'sms', to: string): Promise<string> {
  for (let waited = 0; waited < 300; waited += 1) {
    for (const name of filesIn(folder, kind)) {
      const file = join(folder, name);
      const letter = readLetter(file);
      if (letter?.to !== to) continue;
      rmSync(file);
      return letter.params.code;
    }
    await new Promise((next) => setTimeout(next, 20));
  }
  throw new Error(`no letter to ${to} came`);
}
function readLetter(file: string): Received | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Received;
  } catch {
    return undefined; // still being written
  }
}
