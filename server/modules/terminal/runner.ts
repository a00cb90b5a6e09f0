/** One process of one task: started in a pseudo-terminal, read to its last byte, and ended with everything it started. */
import { spawn, type IPty } from 'node-pty';
import type { TaskReason } from '../../../common/terminal';
import { createCleaner } from './cleanOutput';
import type { Runnable } from './commands';
import { createMasker, type Masker } from './mask';
import { endAll, MARK } from './processes';
import { createSentinelReader, newSentinel, WRAPPER, type SentinelReader } from './sentinel';
import type { Recorder } from './transcript';

export interface Ended {
  readonly exitCode: number | null;
  /** Absent when the exit code says all. */
  readonly reason?: TaskReason;
}
export interface Run {
  readonly pid: number;
  /** Settles when the process and all it started are gone and everything it said is recorded. */
  readonly ended: Promise<Ended>;
  /** Ends it and everything it started. */
  readonly end: (reason: TaskReason) => void;
}

const COLUMNS = 120;
const ROWS = 40;
/** A process whose output cannot be stored as fast as it comes waits. */
const HIGH_WATER = 1024 * 1024;
const LOW_WATER = 256 * 1024;
/** Somebody is asked who is not there. */
const QUESTION = /[([](?:Y\/n|y\/N|y\/n|Y\/N|yes\/no)[)\]][?:]?\s*$/;
const LONGEST_QUESTION = 400;
/** How long the shell may take to end after the last word was read. */
const FAREWELL_MS = 2_000;

interface State {
  readonly pty: IPty;
  readonly mark: string;
  readonly recorder: Recorder;
  readonly most: number;
  reason: TaskReason | undefined;
  ending: Promise<void> | undefined;
  tail: string;
}

function end(state: State, reason: TaskReason): void {
  if (state.ending !== undefined) return;
  state.reason = reason;
  state.ending = endAll(state.mark, state.pty.pid);
}

/** Looks at what was said: too much of it, or a question, ends the command. */
function judge(state: State, text: string): void {
  state.tail = (state.tail + text).slice(-LONGEST_QUESTION);
  if (state.recorder.bytes() > state.most) end(state, 'flood');
  else if (QUESTION.test(state.tail)) end(state, 'interactive');
}

/** Keeps memory small while the database is slower than the command. */
function createValve({ pty, recorder }: State) {
  let closed = false;
  const reopen = () => {
    if (!closed || recorder.waiting() > LOW_WATER) return;
    closed = false;
    pty.resume();
  };
  return {
    look: () => {
      if (closed || recorder.waiting() < HIGH_WATER) return;
      closed = true;
      pty.pause();
    },
    reopen,
  };
}

export interface Start {
  readonly runnable: Runnable;
  /** Found again in every process the command starts. */
  readonly mark: string;
  readonly recorder: Recorder;
  /** Taken out of what it prints. */
  readonly secrets: readonly string[];
}

/** Starts a command. Throws when the process cannot be made. The valve's `reopen` is to be called whenever output was stored. */
export function startRun({ runnable, mark, recorder, secrets }: Start): Run & { readonly stored: () => void } {
  const { file, words, cwd, env, timeout, most } = runnable;
  const sentinel = newSentinel();
  const pty = spawn('/bin/sh', ['-c', WRAPPER, 'sh', sentinel, file, ...words], {
    name: 'xterm-256color',
    cols: COLUMNS,
    rows: ROWS,
    cwd,
    env: { ...env, [MARK]: mark },
  });
  const state: State = { pty, mark, recorder, most, reason: undefined, ending: undefined, tail: '' };
  const timer = setTimeout(() => end(state, 'timeout'), timeout);
  const valve = createValve(state);
  const readers = { reader: createSentinelReader(sentinel), masker: createMasker(secrets) };
  const ended = listen(state, readers, valve.look).finally(() => clearTimeout(timer));
  return { pid: pty.pid, ended, end: (reason) => end(state, reason), stored: valve.reopen };
}

interface Readers {
  readonly reader: SentinelReader;
  readonly masker: Masker;
}
function listen(state: State, { reader, masker }: Readers, look: () => void): Promise<Ended> {
  const { pty, recorder, mark } = state;
  const cleaner = createCleaner();
  let said = false;
  let farewell: NodeJS.Timeout | undefined;
  const tell = (text: string) => {
    const clean = masker.feed(cleaner.feed(text));
    recorder.add(clean);
    judge(state, clean);
    look();
  };
  pty.onData((piece) => {
    if (said) return;
    const { text, done } = reader.feed(piece);
    if (text !== '') tell(text);
    if (!done) return;
    said = true;
    // Now the shell may go.
    pty.write('\n');
    farewell = setTimeout(() => pty.kill('SIGKILL'), FAREWELL_MS);
  });
  return new Promise((resolve, reject) => {
    pty.onExit(({ exitCode, signal }) => {
      clearTimeout(farewell);
      const rest = reader.rest();
      if (!said && rest !== '') tell(rest);
      recorder.add(masker.rest());
      const close = async (): Promise<Ended> => {
        await (state.ending ?? endAll(mark));
        if (state.reason !== undefined) return { exitCode: null, reason: state.reason };
        return said && !signal ? { exitCode } : { exitCode: null, reason: 'lost' };
      };
      close().then(resolve, reject);
    });
  });
}
