/** Kills the bounded reads that run now, as a crash or an administrator would. */
import { execFileSync } from 'node:child_process';
import type { Db } from '../../context';

/** Ids of the reader processes that this process started for a SQLite file, or for the files of a folder. */
export const findReaderPids = (path: string): readonly number[] =>
  execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('within_deadline') && line.includes(` -- ${path}`))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent]) => Number(parent) === process.pid)
    .map(([id]) => Number(id));

/** Kills the reader processes of SQLite for the files of a folder, or MariaDB's connections on which a bounded statement runs; returns how many. */
export async function killReaders(db: Db, folder: string): Promise<number> {
  if (db.dialect === 'sqlite') {
    const ids = findReaderPids(folder);
    for (const id of ids) process.kill(id, 'SIGKILL');
    return ids.length;
  }
  const found = await db.rows<{ readonly id: number }>(
    "SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND info LIKE 'SET STATEMENT max_statement_time%'",
  );
  for (const { id } of found) await db.transact((tx) => tx.run(`KILL ${Number(id)}`));
  return found.length;
}
