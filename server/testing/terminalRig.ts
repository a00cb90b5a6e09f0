/** A terminal with commands of its own to try things on, and people who watch it over every wire. */
import type { CommandTable } from '../../config/terminal';
import { isOver } from '../../common/terminal';
import type { OutFrame } from '../../common/protocol/tail';
import type { Caller } from './actors';
import { connectClient } from './liveClient';
import type { World } from './world';

const script = (code: string, timeout = 60) => ({ file: 'node', words: ['-e', code], cwd: 'data', timeout }) as const;
/** So many bytes in lines, each one different. */
export const PRINTED = 20_000;

export const tryCommands: CommandTable = {
  'try.fast': script(
    `let s='';for(let n=0;s.length<${PRINTED};n++)s+=n+':'+'x'.repeat(n%60)+'\\n';process.stdout.write(s.slice(0,${PRINTED}-4)+'end\\n')`,
  ),
  'try.ok': script(`console.log('fine')`),
  'try.fail': script(`console.log('no good');process.exit(3)`),
  'try.spoof': script(
    `for(const w of ['command-link-success','command-exec-success','command-exec-error','command-exec-completed','exitcode: 0'])console.log(w);process.exit(3)`,
  ),
  'try.mark': script(`require('fs').appendFileSync('marks','one\\n')`),
  'try.long': script(`let n=0;setInterval(()=>console.log('tick',n++),50)`),
  'try.ticks': script(
    `let n=0;const t=setInterval(()=>{console.log('tick',n++,'好 \\u001b[32mgreen\\u001b[0m');if(n>20)clearInterval(t)},25)`,
  ),
  'try.children': script(
    `const {spawn}=require('child_process');for(const d of [false,true])spawn('sleep',['300'],{detached:d,stdio:'ignore'}).unref();console.log('ready');setInterval(()=>0,1000)`,
  ),
  'try.env': script(`console.log(JSON.stringify(process.env))`),
  'try.escapes': script(
    `process.stdout.write('\\u001b]52;c;QUJD\\u0007\\u001b]8;;http://evil.example\\u0007link\\u001b]8;;\\u0007\\u001b[31mred\\u001b[0m\\u001bPq#0\\u001b\\\\\\u001b[6n\\u001b]0;title\\u0007ok\\n')`,
  ),
  'try.leak': {
    file: 'node',
    words: [
      '-e',
      `const [key,mail]=require('fs').readFileSync('leak','utf8').split('\\n');console.log('key '+key);process.stdout.write('mail '+mail.slice(0,5));setTimeout(()=>{process.stdout.write(mail.slice(5)+'\\n'+encodeURIComponent(mail)+'\\n'+Buffer.from(key).toString('base64')+'\\n'+key.slice(0,9))},80)`,
    ],
    cwd: 'data',
  },
  'try.question': script(`process.stdout.write('Install it? (Y/n) ');setTimeout(()=>0,60000)`),
  'try.slow': script(`setTimeout(()=>0,60000)`, 1),
  'try.flood': {
    file: 'yes',
    words: ['0123456789012345678901234567890123456789012345678901234567890123456789'],
    cwd: 'data',
    most: 256 * 1024,
  },
  'try.word': {
    file: 'echo',
    words: ['said:', { slot: 'word' }],
    slots: { word: { kind: 'choice', values: ['one', 'two'] } },
    cwd: 'data',
  },
  'version.node': { file: 'node', words: ['--version'], cwd: 'data' },
};
export const tryTerminal = { table: tryCommands, look: 100 } as const;

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
export const tasksOf = async (caller: Caller): Promise<readonly TaskRow[]> =>
  (await caller.get('/admin/terminal_task/index', { limit: '200', order: 'position,asc' })).data.list;

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
export async function until<T>(
  look: () => Promise<T | undefined> | T | undefined,
  ms = 20_000,
  every = 10,
): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`waited ${ms} ms in vain`);
    await pause(every);
  }
}
export const untilTask = (
  caller: Caller,
  uuid: string,
  fits: (task: TaskRow) => boolean,
  ms?: number,
): Promise<TaskRow> =>
  // A look is a whole request, and the process it waits for needs the machine as well.
  until(async () => (await tasksOf(caller)).find((task) => task.uuid === uuid && fits(task)), ms, 50);
export const untilOver = (caller: Caller, uuid: string, ms?: number): Promise<TaskRow> =>
  untilTask(caller, uuid, ({ status }) => isOver(status), ms);

/** Adds a task; answers its number. */
export async function add(
  caller: Caller,
  command: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const { code, msg, data } = await caller.post('/admin/terminal/add', { command, again: true, ...more });
  if (code !== 1) throw new Error(`${command}: ${code} ${msg}`);
  return data.uuid;
}
export const textOf = async (caller: Caller, uuid: string): Promise<string> =>
  (await caller.get('/admin/terminal/output', { uuid })).text;

export interface Message {
  readonly data: string;
  readonly uuid: string;
  readonly extend: string;
  readonly key: string;
  readonly kind: 'control' | 'output';
  readonly id: string | undefined;
}
/** Reads an event stream to its end, or until enough was heard. */
export async function listen(
  world: Pick<World, 'url'>,
  query: Readonly<Record<string, string>>,
  options: {
    readonly headers?: Readonly<Record<string, string>>;
    readonly enough?: (heard: readonly Message[]) => boolean;
    readonly path?: string;
  } = {},
): Promise<{ readonly status: number; readonly headers: Headers; readonly messages: readonly Message[] }> {
  const stopper = new AbortController();
  const address = `${world.url}${options.path ?? '/admin/Terminal/index'}?${String(new URLSearchParams(query))}`;
  const answer = await fetch(address, {
    headers: { accept: 'text/event-stream', ...options.headers },
    signal: stopper.signal,
  });
  const messages: Message[] = [];
  let held = '';
  try {
    for await (const bytes of answer.body ?? []) {
      held += new TextDecoder().decode(bytes, { stream: true });
      const blocks = held.split('\n\n');
      held = blocks.pop() ?? '';
      messages.push(...blocks.flatMap(messageIn));
      if (options.enough?.(messages) === true) break;
    }
  } finally {
    stopper.abort();
  }
  return { status: answer.status, headers: answer.headers, messages };
}
function messageIn(block: string): Message[] {
  const lines = block.split('\n');
  const data = lines.find((line) => line.startsWith('data: '));
  const id = lines.find((line) => line.startsWith('id: '))?.slice(4);
  return data === undefined ? [] : [{ ...(JSON.parse(data.slice(6)) as Omit<Message, 'id'>), id }];
}

export interface Watch {
  readonly text: () => string;
  readonly frames: readonly (OutFrame & { readonly at: number })[];
  readonly ended: Promise<void>;
  readonly close: () => void;
}
/** Follows a task over the socket from a byte on. */
export async function watch(
  world: Pick<World, 'url'>,
  caller: Pick<Caller, 'token'>,
  uuid: string,
  from = 0,
  attempt = 1,
): Promise<Watch> {
  const { socket, close } = await connectClient(`${world.url}/admin`, caller.token, {});
  const frames: (OutFrame & { readonly at: number })[] = [];
  let end: () => void = () => undefined;
  const ended = new Promise<void>((done) => {
    end = done;
  });
  socket.on('out', (frame) => {
    frames.push({ ...frame, at: Date.now() });
    if (frame.end === true) end();
  });
  const answer = await socket.timeout(5_000).emitWithAck('tail', { t: 'a', uuid, a: attempt, from });
  if (!answer.ok) throw new Error(`refused: ${answer.code}`);
  return { frames, ended, close, text: () => frames.map(({ data }) => data).join('') };
}
