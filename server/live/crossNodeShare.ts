/**
 * Shares state between the nodes of a cluster through a database table (instead of a Redis adapter): polls while there are other nodes,
 * rewrites all rows after a stall, deletes rows of dead nodes, and its own at shutdown. A single node neither writes nor reads.
 */
import type { Db, Log } from '../context';
import { createPollLoop } from './pollLoop';

/** After a poll this late the other nodes may have deleted the rows of this node as those of a dead one. */
const STALL_MS = 10_000;
const SWEEP_MS = 60_000;

export interface ClusterNodes {
  readonly id: string;
  /** The ids of all living nodes, including this one. */
  readonly alive: () => readonly string[];
}
export interface CrossNodeShareOptions {
  readonly db: Db;
  readonly log: Log;
  readonly nodes: ClusterNodes;
  /** The table, and its column with the id of the node. */
  readonly table: string;
  readonly nodeColumn: string;
  /** Milliseconds until the next poll; called after each. */
  readonly intervalMs: (hasOtherNodes: boolean) => number;
  /** Writes changed rows and reads those of the other nodes. */
  readonly exchange: () => Promise<void>;
  /** Called instead of `exchange` while this is the only node. */
  readonly onAlone: () => Promise<void> | void;
  /** The written rows are unknown, after a stall or a failure: the next exchange must write everything. */
  readonly onRowsUnknown: (cause: 'stall' | 'failure') => void;
  /** Whether this node may have rows in the table. */
  readonly hasWritten: () => boolean;
}
export interface CrossNodeShare {
  /** Starts the next poll after this delay while there are other nodes; has no effect during a poll. */
  readonly pollAfter: (delayMs: number) => void;
  /** Ends polling and deletes the rows of this node. */
  readonly stop: () => Promise<void>;
}

export function createCrossNodeShare(options: CrossNodeShareOptions): CrossNodeShare {
  const { db, log, nodes, table, nodeColumn } = options;
  const hasOtherNodes = () => nodes.alive().length > 1;
  let [polledAt, sweptAt] = [performance.now(), performance.now()];
  const poll = async (): Promise<void> => {
    const now = performance.now();
    if (now - polledAt > STALL_MS) options.onRowsUnknown('stall');
    polledAt = now;
    if (!hasOtherNodes()) return options.onAlone();
    await options.exchange();
    if (performance.now() - sweptAt <= SWEEP_MS) return;
    sweptAt = performance.now();
    // The row of a dead node in `node` is deleted first.
    const deleteSql = `DELETE FROM ${table} WHERE ${nodeColumn} <> ? AND ${nodeColumn} NOT IN (SELECT id FROM node)`;
    await db.transact((tx) => tx.run(deleteSql, [nodes.id]));
  };
  const pollLoop = createPollLoop({
    poll,
    onError: (error) => {
      options.onRowsUnknown('failure');
      log.warn({ err: error, table }, 'sharing rows with the other nodes failed');
    },
    intervalMs: () => options.intervalMs(hasOtherNodes()),
  });
  return {
    pollAfter: (delayMs) => {
      if (hasOtherNodes()) pollLoop.pollAfter(delayMs);
    },
    stop: async () => {
      await pollLoop.stop();
      if (!options.hasWritten()) return;
      await db
        .transact((tx) => tx.run(`DELETE FROM ${table} WHERE ${nodeColumn} = ?`, [nodes.id]))
        .catch((error: unknown) =>
          log.warn({ err: error, table }, 'the rows of this node were not deleted; they expire'),
        );
    },
  };
}
