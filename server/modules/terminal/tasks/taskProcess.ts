/** Runs one task in a pseudo-terminal, reads its output to the last byte, and ends all of its processes. */
import { spawn, type IPty } from 'node-pty';
import type { TaskEndReason } from '../../../../common/terminal';
import { createOutputSanitizer } from '../output/outputSanitizer';
import type { CommandInvocation } from './commands';
import { createSecretRedactor, type SecretRedactor } from '../output/secretRedactor';
import { killTaskProcesses, TASK_ENV_VARIABLE } from './processes';
import { createEndMarkerReader, createEndMarker, SHELL_WRAPPER, type EndMarkerReader } from '../output/endMarker';
import type { OutputRecorder } from '../output/outputLog';

export interface ProcessResult {
  readonly exitCode: number | null;
  /** Absent when the exit code is enough. */
  readonly reason?: TaskEndReason;
}
export interface RunningProcess {
  readonly pid: number;
  /** Resolves when all processes have ended and all output is recorded. */
  readonly exited: Promise<ProcessResult>;
  /** Ends the command and all of its processes. */
  readonly stop: (reason: TaskEndReason) => void;
}

const TERMINAL_COLUMNS = 120;
const TERMINAL_ROWS = 40;
/** Bytes of unstored output at which the process is paused. */
const HIGH_WATER = 1024 * 1024;
const LOW_WATER = 256 * 1024;
/** A prompt: no person can answer it. */
const PROMPT_PATTERN = /[([](?:Y\/n|y\/N|y\/n|Y\/N|yes\/no)[)\]][?:]?\s*$/;
const MAX_PROMPT_LENGTH = 400;
/** Milliseconds for the shell to exit after the end marker was read. */
const SHELL_EXIT_GRACE_MS = 2_000;

interface ProcessState {
  readonly pty: IPty;
  readonly tag: string;
  readonly recorder: OutputRecorder;
  readonly maxOutputBytes: number;
  reason: TaskEndReason | undefined;
  stopping: Promise<void> | undefined;
  recentOutput: string;
}

function stopProcess(state: ProcessState, reason: TaskEndReason): void {
  if (state.stopping !== undefined) return;
  state.reason = reason;
  state.stopping = killTaskProcesses(state.tag, state.pty.pid);
}

/** Ends the command for too much output or a prompt. */
function checkOutput(state: ProcessState, text: string): void {
  state.recentOutput = (state.recentOutput + text).slice(-MAX_PROMPT_LENGTH);
  if (state.recorder.bytes() > state.maxOutputBytes) stopProcess(state, 'flood');
  else if (PROMPT_PATTERN.test(state.recentOutput)) stopProcess(state, 'interactive');
}

/** Limits memory while the database is slower than the command. */
function createBackpressure({ pty, recorder }: ProcessState) {
  let isPaused = false;
  const resumeIfDrained = () => {
    if (!isPaused || recorder.unstoredBytes() > LOW_WATER) return;
    isPaused = false;
    pty.resume();
  };
  return {
    pauseIfFull: () => {
      if (isPaused || recorder.unstoredBytes() < HIGH_WATER) return;
      isPaused = true;
      pty.pause();
    },
    resumeIfDrained,
  };
}

export interface StartOptions {
  readonly invocation: CommandInvocation;
  /** Marks every process of the command. */
  readonly tag: string;
  readonly recorder: OutputRecorder;
  /** Redacted in its output. */
  readonly secrets: readonly string[];
}

/**
 * Starts a command. Throws when the process cannot be created. Call `onOutputStored` after output was written to the database: it
 * resumes a paused process.
 */
export function startTaskProcess({
  invocation,
  tag,
  recorder,
  secrets,
}: StartOptions): RunningProcess & { readonly onOutputStored: () => void } {
  const { file, argv, cwd, env, timeoutMs, maxOutputBytes } = invocation;
  const endMarker = createEndMarker();
  const pty = spawn('/bin/sh', ['-c', SHELL_WRAPPER, 'sh', endMarker, file, ...argv], {
    name: 'xterm-256color',
    cols: TERMINAL_COLUMNS,
    rows: TERMINAL_ROWS,
    cwd,
    env: { ...env, [TASK_ENV_VARIABLE]: tag },
  });
  const state: ProcessState = {
    pty,
    tag,
    recorder,
    maxOutputBytes,
    reason: undefined,
    stopping: undefined,
    recentOutput: '',
  };
  const timer = setTimeout(() => stopProcess(state, 'timeout'), timeoutMs);
  const backpressure = createBackpressure(state);
  const filters = { endMarkerReader: createEndMarkerReader(endMarker), redactor: createSecretRedactor(secrets) };
  const exited = collectOutput(state, filters, backpressure.pauseIfFull).finally(() => clearTimeout(timer));
  return {
    pid: pty.pid,
    exited,
    stop: (reason) => stopProcess(state, reason),
    onOutputStored: backpressure.resumeIfDrained,
  };
}

interface OutputFilters {
  readonly endMarkerReader: EndMarkerReader;
  readonly redactor: SecretRedactor;
}
function collectOutput(
  state: ProcessState,
  { endMarkerReader, redactor }: OutputFilters,
  onOutput: () => void,
): Promise<ProcessResult> {
  const { pty, recorder, tag } = state;
  const sanitizer = createOutputSanitizer();
  let isMarkerSeen = false;
  let exitTimer: NodeJS.Timeout | undefined;
  const record = (text: string) => {
    const clean = redactor.feed(sanitizer.feed(text));
    recorder.append(clean);
    checkOutput(state, clean);
    onOutput();
  };
  pty.onData((chunk) => {
    if (isMarkerSeen) return;
    const { text, done } = endMarkerReader.feed(chunk);
    if (text !== '') record(text);
    if (!done) return;
    isMarkerSeen = true;
    // Lets the shell exit.
    pty.write('\n');
    exitTimer = setTimeout(() => pty.kill('SIGKILL'), SHELL_EXIT_GRACE_MS);
  });
  return new Promise((resolve, reject) => {
    pty.onExit(({ exitCode, signal }) => {
      clearTimeout(exitTimer);
      const remainder = endMarkerReader.flush();
      if (!isMarkerSeen && remainder !== '') record(remainder);
      recorder.append(redactor.flush());
      const close = async (): Promise<ProcessResult> => {
        await (state.stopping ?? killTaskProcesses(tag));
        if (state.reason !== undefined) return { exitCode: null, reason: state.reason };
        return isMarkerSeen && !signal ? { exitCode } : { exitCode: null, reason: 'lost' };
      };
      close().then(resolve, reject);
    });
  });
}
