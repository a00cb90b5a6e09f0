/** Reads the mails and text messages that the server writes to a folder in tests. */
import { setTimeout as sleep } from 'node:timers/promises';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export interface ReceivedMessage {
  readonly to: string;
  readonly template: string;
  readonly text: string;
  readonly params: { readonly code: string };
}

const filesIn = (folder: string, kind: 'mail' | 'sms'): readonly string[] =>
  (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.startsWith(`${kind}-`));

/** All messages of a kind in the folder. */
export const receivedMessages = (folder: string, kind: 'mail' | 'sms'): readonly ReceivedMessage[] =>
  filesIn(folder, kind).flatMap((name) => readMessage(join(folder, name)) ?? []);

/** Waits for the message to an address, removes it and returns its code. */
export async function takeCode(folder: string, kind: 'mail' | 'sms', to: string): Promise<string> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    for (const name of filesIn(folder, kind)) {
      const file = join(folder, name);
      const message = readMessage(file);
      if (message?.to !== to) continue;
      rmSync(file);
      return message.params.code;
    }
    await sleep(20);
  }
  throw new Error(`no message to ${to} arrived`);
}
function readMessage(file: string): ReceivedMessage | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ReceivedMessage;
  } catch {
    return undefined; // still being written
  }
}
