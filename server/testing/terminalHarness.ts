/** A terminal with test commands, and clients that follow its output by socket and by event stream. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandTable } from '../../config/terminalCommands';
import { isFinished } from '../../common/terminal';
import type { TaskOutputFrame } from '../../common/protocol/taskOutput';
import type { Caller } from './callers';
import { connectLiveClient } from './live/liveClient';
import type { TestServer } from './testServer';

const nodeScript = (code: string, timeout = 60) =>
  ({ file: 'node', args: ['-e', code], cwd: 'data', timeout }) as const;
/** Number of bytes that the printing command prints, in lines that all differ. */
export const PRINTED_BYTES = 20_000;

export const testCommands: CommandTable = {
  'try.fast': nodeScript(
    `let s='';for(let n=0;s.length<${PRINTED_BYTES};n++)s+=n+':'+'x'.repeat(n%60)+'\\n';process.stdout.write(s.slice(0,${PRINTED_BYTES}-4)+'end\\n')`,
  ),
  'try.ok': nodeScript(`console.log('fine')`),
  'try.fail': nodeScript(`console.log('no good');process.exit(3)`),
  'try.spoof': nodeScript(
    `for(const w of ['command-link-success','command-exec-success','command-exec-error','command-exec-completed','exitcode: 0'])console.log(w);process.exit(3)`,
  ),
  'try.mark': nodeScript(`require('fs').appendFileSync('marks','one\\n')`),
  'try.long': nodeScript(`let n=0;setInterval(()=>console.log('tick',n++),50)`),
  'try.ticks': nodeScript(
    `let n=0;const t=setInterval(()=>{console.log('tick',n++,'好 \\u001b[32mgreen\\u001b[0m');if(n>20)clearInterval(t)},25)`,
  ),
  'try.children': nodeScript(
    `const {spawn}=require('child_process');for(const d of [false,true])spawn('sleep',['300'],{detached:d,stdio:'ignore'}).unref();console.log('ready');setInterval(()=>0,1000)`,
  ),
  'try.env': nodeScript(`console.log(JSON.stringify(process.env))`),
  'try.escapes': nodeScript(
    `process.stdout.write('\\u001b]52;c;QUJD\\u0007\\u001b]8;;http://evil.example\\u0007link\\u001b]8;;\\u0007\\u001b[31mred\\u001b[0m\\u001bPq#0\\u001b\\\\\\u001b[6n\\u001b]0;title\\u0007ok\\n')`,
  ),
  'try.leak': {
    file: 'node',
    args: [
      '-e',
      `const [key,mail]=require('fs').readFileSync('leak','utf8').split('\\n');console.log('key '+key);process.stdout.write('mail '+mail.slice(0,5));setTimeout(()=>{process.stdout.write(mail.slice(5)+'\\n'+encodeURIComponent(mail)+'\\n'+Buffer.from(key).toString('base64')+'\\n'+key.slice(0,9))},80)`,
    ],
    cwd: 'data',
  },
  'try.question': nodeScript(`process.stdout.write('Install it? (Y/n) ');setTimeout(()=>0,60000)`),
  'try.slow': nodeScript(`setTimeout(()=>0,60000)`, 1),
  'try.flood': {
    file: 'yes',
    args: ['0123456789012345678901234567890123456789012345678901234567890123456789'],
    cwd: 'data',
    maxOutputBytes: 256 * 1024,
  },
  'try.word': {
    file: 'echo',
    args: ['said:', { slot: 'word' }],
    slots: { word: { kind: 'choice', values: ['one', 'two'] } },
    cwd: 'data',
  },
  'version.node': { file: 'node', args: ['--version'], cwd: 'data' },
};
export const testTerminal = { table: testCommands, pollIntervalMs: 100 } as const;

export interface TaskRow {
  readonly id: number;
  readonly uuid: string;
  readonly command: string;
  readonly status: number;
  readonly attempt: number;
  readonly position: number;
  readonly exit_code: number | null;
  readonly reason: string | null;
  readonly out_bytes: number;
  readonly out_hash: string | null;
  readonly by_name: string;
}
export const listTasks = async (caller: Caller): Promise<readonly TaskRow[]> =>
  (await caller.get('/admin/terminal_task/index', { limit: '200', order: 'position,asc' })).data.list;

export async function waitForValue<T>(
  probe: () => Promise<T | undefined> | T | undefined,
  ms = 20_000,
  every = 10,
): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const found = await probe();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`the condition was not met within ${ms} ms`);
    await sleep(every);
  }
}
export const waitForTask = (
  caller: Caller,
  uuid: string,
  matches: (task: TaskRow) => boolean,
  ms?: number,
): Promise<TaskRow> =>
  // Each poll is a whole request, and the process it waits for needs the machine as well.
  waitForValue(async () => (await listTasks(caller)).find((task) => task.uuid === uuid && matches(task)), ms, 50);
export const waitForTaskEnd = (caller: Caller, uuid: string, ms?: number): Promise<TaskRow> =>
  waitForTask(caller, uuid, ({ status }) => isFinished(status), ms);

/** Adds a task and returns its id. */
export async function addTask(
  caller: Caller,
  command: string,
  params: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const { code, msg, data } = await caller.post('/admin/terminal/add', { command, again: true, ...params });
  if (code !== 1) throw new Error(`${command}: ${code} ${msg}`);
  return data.uuid;
}
export const taskOutputText = async (caller: Caller, uuid: string): Promise<string> =>
  (await caller.get('/admin/terminal/output', { uuid })).text;

export interface StreamMessage {
  readonly data: string;
  readonly uuid: string;
  readonly extend: string;
  readonly key: string;
  readonly kind: 'control' | 'output';
  readonly id: string | undefined;
}
/** Reads an event stream to its end, or until `enough` returns true. */
export async function readEventStream(
  server: Pick<TestServer, 'url'>,
  query: Readonly<Record<string, string>>,
  options: {
    readonly headers?: Readonly<Record<string, string>>;
    readonly enough?: (received: readonly StreamMessage[]) => boolean;
    readonly path?: string;
  } = {},
): Promise<{ readonly status: number; readonly headers: Headers; readonly messages: readonly StreamMessage[] }> {
  const abortController = new AbortController();
  const address = `${server.url}${options.path ?? '/admin/Terminal/index'}?${String(new URLSearchParams(query))}`;
  const response = await fetch(address, {
    headers: { accept: 'text/event-stream', ...options.headers },
    signal: abortController.signal,
  });
  const messages: StreamMessage[] = [];
  let buffered = '';
  try {
    for await (const bytes of response.body ?? []) {
      buffered += new TextDecoder().decode(bytes, { stream: true });
      const blocks = buffered.split('\n\n');
      buffered = blocks.pop() ?? '';
      messages.push(...blocks.flatMap(parseMessage));
      if (options.enough?.(messages) === true) break;
    }
  } finally {
    abortController.abort();
  }
  return { status: response.status, headers: response.headers, messages };
}
function parseMessage(block: string): StreamMessage[] {
  const lines = block.split('\n');
  const data = lines.find((line) => line.startsWith('data: '));
  const id = lines.find((line) => line.startsWith('id: '))?.slice(4);
  return data === undefined ? [] : [{ ...(JSON.parse(data.slice(6)) as Omit<StreamMessage, 'id'>), id }];
}

export interface TaskOutputClient {
  readonly text: () => string;
  readonly frames: readonly (TaskOutputFrame & { readonly at: number })[];
  readonly ended: Promise<void>;
  readonly close: () => void;
}
/** Follows the output of a task over the socket from a byte offset. */
export async function followTask(
  server: Pick<TestServer, 'url'>,
  caller: Pick<Caller, 'token'>,
  uuid: string,
  from = 0,
  attempt = 1,
): Promise<TaskOutputClient> {
  const { socket, close } = await connectLiveClient(`${server.url}/admin`, caller.token, {});
  const frames: (TaskOutputFrame & { readonly at: number })[] = [];
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  socket.on('out', (frame) => {
    frames.push({ ...frame, at: Date.now() });
    if (frame.end === true) end();
  });
  const response = await socket.timeout(5_000).emitWithAck('tail', { t: 'a', uuid, a: attempt, from });
  if (!response.ok) throw new Error(`refused: ${response.code}`);
  return { frames, ended, close, text: () => frames.map(({ data }) => data).join('') };
}
