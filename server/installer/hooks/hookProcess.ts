/** The child process (sandbox) of a module's hooks: no environment variables, an empty folder, bounded memory. A violated limit ends it. */
import { hookFailure } from '../../../common/modules/hookFailures';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Json } from '../../../common/entity/field';
import { HOOK_PROGRAM, hookProcessFlags } from './hookProgram';

/** Milliseconds until the hooks must be loaded. */
const START_TIMEOUT_MS = 10_000;
/** Characters of one message of the process. */
const MAX_MESSAGE_CHARS = 1024 * 1024;
/** Bytes of memory of the whole process, and milliseconds between two checks of it. */
const MAX_RESIDENT_BYTES = 256 * 1024 * 1024;
const MEMORY_CHECK_MS = 1_000;

export type HookKind = 'before' | 'after';
export interface HookCall {
  readonly kind: HookKind;
  readonly entity: string;
  readonly event: Readonly<Record<string, Json>>;
}
/** Request of a hook to the host process (RPC) while a call runs. */
export interface HookRequest {
  readonly name: string;
  readonly args: readonly unknown[];
}
export interface HookProgram {
  readonly source: string;
  /** The npm packages that the source can import, and the folder that has them. */
  readonly dependencies?: { readonly folder: string; readonly names: readonly string[] };
}
export interface HookProcessOptions extends HookProgram {
  /** Handles a request of a hook; a thrown error reaches the hook as its message. */
  readonly handleRequest: (call: HookCall, request: HookRequest) => Promise<unknown>;
  readonly onLog: (text: string) => void;
}
export interface HookProcess {
  /** Resolves with the hooks that the program has, such as `before:greeting`. Rejects with `HookFailure`. */
  readonly ready: Promise<readonly string[]>;
  /** Runs a hook once the program is loaded. Rejects with `HookFailure`; a hook that takes too long ends the process. */
  readonly call: (call: HookCall, timeoutMs: number) => Promise<unknown>;
  readonly isRunning: () => boolean;
  readonly pid: number | undefined;
  /** Ends the process; resolves when it is gone. */
  readonly end: (reason: string) => Promise<void>;
}

/** A hook or its process failed. `isCrash`: the process ended. */
export class HookFailure extends Error {
  constructor(
    message: string,
    readonly isCrash: boolean,
  ) {
    super(message);
    this.name = 'HookFailure';
  }
}

const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), hooks: z.array(z.string()).max(200) }),
  z.object({ type: z.literal('broken'), reason: z.string() }),
  z.object({ type: z.literal('done'), id: z.number(), result: z.unknown() }),
  z.object({ type: z.literal('failed'), id: z.number(), reason: z.string() }),
  z.object({ type: z.literal('log'), text: z.string() }),
  z.object({
    type: z.literal('ask'),
    id: z.number(),
    call: z.number(),
    name: z.string(),
    args: z.array(z.unknown()).max(4),
  }),
]);
type Message = z.infer<typeof messageSchema>;

interface Waiting {
  readonly call: HookCall;
  readonly resolve: (result: unknown) => void;
  readonly reject: (failure: HookFailure) => void;
  readonly timer: NodeJS.Timeout;
}
interface ProcessState {
  readonly options: HookProcessOptions;
  readonly child: ChildProcess;
  readonly calls: Map<number, Waiting>;
  readonly onReady: (hooks: readonly string[]) => void;
  readonly onBroken: (failure: HookFailure) => void;
  lastCall: number;
  /** Set when the process is being ended, and when it ended by itself. */
  endedBy: string | undefined;
}

export function startHookProcess(options: HookProcessOptions): HookProcess {
  const folder = mkdtempSync(join(tmpdir(), 'module-hooks-'));
  const dependencies = realFolder(options.dependencies);
  const child = spawn(process.execPath, [...hookProcessFlags(dependencies?.folder), '-e', HOOK_PROGRAM], {
    cwd: folder,
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let settleReady: Pick<ProcessState, 'onReady' | 'onBroken'> | undefined;
  const ready = new Promise<readonly string[]>((resolve, reject) => {
    settleReady = { onReady: resolve, onBroken: reject };
  });
  ready.catch(() => undefined);
  const { onReady = () => undefined, onBroken = () => undefined } = settleReady ?? {};
  const state: ProcessState = { options, child, calls: new Map(), onReady, onBroken, lastCall: 0, endedBy: undefined };
  const exited = new Promise<void>((resolve) => {
    const onEnd = (reason: string) => {
      failAll(state, reason);
      rmSync(folder, { recursive: true, force: true });
      resolve();
    };
    child.on('error', ({ message }) => onEnd(message));
    child.on('exit', (code, signal) => onEnd(hookFailure('ended', { reason: signal ?? `exit code ${code ?? 0}` })));
  });
  readMessages(state);
  watchMemory(state, exited);
  send(state, { source: options.source, dependencies });
  const startTimer = setTimeout(() => kill(state, hookFailure('slow_start')), START_TIMEOUT_MS);
  void ready.then(
    () => clearTimeout(startTimer),
    () => clearTimeout(startTimer),
  );
  return {
    ready,
    call: async (call, timeoutMs) => {
      await ready;
      return callHook(state, call, timeoutMs);
    },
    isRunning: () => state.endedBy === undefined,
    pid: child.pid,
    end: (reason) => {
      kill(state, reason);
      return exited;
    },
  };
}

/** The process may read real paths alone. */
const realFolder = (dependencies: HookProgram['dependencies']): HookProgram['dependencies'] =>
  dependencies && { ...dependencies, folder: realpathSync(dependencies.folder) };

function send({ child }: ProcessState, message: object): void {
  if (child.stdin?.writable === true) child.stdin.write(`${JSON.stringify(message)}\n`);
}

/** Ends the process at once; its calls fail with this reason. */
function kill(state: ProcessState, reason: string): void {
  failAll(state, reason);
  state.child.kill('SIGKILL');
}

function failAll(state: ProcessState, reason: string): void {
  state.endedBy ??= reason;
  const failure = new HookFailure(state.endedBy, true);
  state.onBroken(failure);
  for (const { reject, timer } of state.calls.values()) {
    clearTimeout(timer);
    reject(failure);
  }
  state.calls.clear();
}

function callHook(state: ProcessState, call: HookCall, timeoutMs: number): Promise<unknown> {
  if (state.endedBy !== undefined) return Promise.reject(new HookFailure(state.endedBy, true));
  state.lastCall += 1;
  const id = state.lastCall;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => kill(state, hookFailure('slow', { hook: `${call.kind}:${call.entity}`, ms: timeoutMs })),
      timeoutMs,
    );
    state.calls.set(id, { call, resolve, reject, timer });
    send(state, { type: 'call', id, ...call });
  });
}

/** Reads lines of bounded length. */
function readMessages(state: ProcessState): void {
  const { child } = state;
  let rest = '';
  child.stdin?.on('error', () => undefined);
  child.stdout?.setEncoding('utf8');
  child.stdout?.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_MESSAGE_CHARS || lines.some((line) => line.length > MAX_MESSAGE_CHARS)) {
      kill(state, hookFailure('long_message'));
      return;
    }
    for (const line of lines) if (state.endedBy === undefined) handleLine(state, line);
  });
}

function parseLine(line: string): Message | undefined {
  try {
    return messageSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

function handleLine(state: ProcessState, line: string): void {
  const message = parseLine(line);
  if (message === undefined) kill(state, hookFailure('wrong_message'));
  else if (message.type === 'ready') state.onReady(message.hooks);
  else if (message.type === 'broken') kill(state, message.reason);
  else if (message.type === 'log') state.options.onLog(message.text);
  else if (message.type === 'ask') void handleRequest(state, message);
  else settleCall(state, message);
}

function settleCall({ calls }: ProcessState, message: Extract<Message, { type: 'done' | 'failed' }>): void {
  const waiting = calls.get(message.id);
  if (waiting === undefined) return;
  calls.delete(message.id);
  clearTimeout(waiting.timer);
  if (message.type === 'done') waiting.resolve(message.result);
  else waiting.reject(new HookFailure(message.reason, false));
}

/** Only a call that still runs may ask. */
async function handleRequest(state: ProcessState, { id, call, name, args }: Extract<Message, { type: 'ask' }>) {
  const waiting = state.calls.get(call);
  if (waiting === undefined) {
    send(state, { type: 'answer', id, reason: 'the call has ended' });
    return;
  }
  try {
    const result = await state.options.handleRequest(waiting.call, { name, args });
    send(state, { type: 'answer', id, result: result ?? null });
  } catch (error) {
    send(state, { type: 'answer', id, reason: error instanceof Error ? error.message : String(error) });
  }
}

/** The heap is bounded by the engine; memory outside of it only here, where the system tells it. */
function watchMemory(state: ProcessState, exited: Promise<void>): void {
  const { pid } = state.child;
  if (process.platform !== 'linux' || pid === undefined) return;
  const timer = setInterval(() => {
    if (residentBytes(pid) > MAX_RESIDENT_BYTES) kill(state, hookFailure('memory'));
  }, MEMORY_CHECK_MS).unref();
  void exited.then(() => clearInterval(timer));
}

const PAGE_BYTES = 4096;
function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
