/** A MariaDB of one's own, which can be struck down and raised again on the same data. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

export interface OwnMariadb {
  readonly url: string;
  /** Killed as by a power cut, and started again; resolves when it answers. */
  readonly restart: () => Promise<void>;
  readonly end: () => void;
}

export async function startOwnMariadb(): Promise<OwnMariadb> {
  const keeper = spawn(process.execPath, [join(process.cwd(), 'config/jest/mariadbProcess.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let said = '';
  keeper.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const line = (): Promise<string> =>
    new Promise((done, fail) => {
      const look = () => {
        const end = said.indexOf('\n');
        if (end < 0) return;
        keeper.stdout.off('data', look);
        keeper.off('exit', gone);
        const first = said.slice(0, end);
        said = said.slice(end + 1);
        done(first);
      };
      const gone = (code: number | null) => fail(new Error(`the database's keeper ended with ${code}`));
      keeper.stdout.on('data', look);
      keeper.once('exit', gone);
      look();
    });
  const url = await line();
  return {
    url,
    restart: async () => {
      keeper.stdin.write('restart\n');
      await line();
    },
    end: () => keeper.stdin.end(),
  };
}
