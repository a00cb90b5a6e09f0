/** An SMTP server that listens on a port and can refuse, hang, disconnect or respond with "try again later". */
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
  readonly user: string | undefined;
}
export interface MailServer {
  readonly port: number;
  readonly received: ReceivedMail[];
  /** Passwords that clients sent. */
  readonly logins: string[];
  readonly connections: () => number;
  readonly close: () => Promise<void>;
}
/** The decoded text of a header. */
const decodeEncodedWords = (header: string): string =>
  header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_whole, encoding: string, text: string) =>
      encoding.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('latin1')
        : unquoted(text.replaceAll('_', ' ')),
    );
const unquoted = (text: string): string =>
  text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9a-f]{2})/gi, (_whole, code: string) => String.fromCharCode(parseInt(code, 16)));
const utf8 = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8');

/** The visible text of a mail. */
export function readMail({ text }: ReceivedMail): { readonly subject: string; readonly body: string } {
  const end = text.search(/\r?\n\r?\n/);
  const head = text.slice(0, end).replace(/\r?\n[ \t]+/g, ' ');
  const body = text.slice(end).trim();
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? '';
  const encoding = header('content-transfer-encoding').toLowerCase();
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString('latin1')
      : encoding === 'quoted-printable'
        ? unquoted(body)
        : Buffer.from(body).toString('latin1');
  return { subject: utf8(decodeEncodedWords(header('subject'))), body: utf8(bytes) };
}

export type FailureMode = 'none' | 'refuses_login' | 'refuses_recipient' | 'later' | 'drops';

const smtpError = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });

/** `failureMode` is called at every step, so that a test can change it. */
export async function openMailServer(failureMode: () => FailureMode = () => 'none'): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const logins: string[] = [];
  const lines = new Set<Socket>();
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onConnect: (_session, done) => {
      connections += 1;
      done();
    },
    onAuth: (auth, _session, done) => {
      logins.push(auth.password);
      if (failureMode() === 'refuses_login') done(smtpError(535, 'no'));
      else done(null, { user: auth.username });
    },
    onRcptTo: (_address, _session, done) => {
      if (failureMode() === 'refuses_recipient') done(smtpError(550, 'nobody of that name'));
      else done(failureMode() === 'later' ? smtpError(451, 'later') : undefined);
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (failureMode() === 'drops') for (const line of lines) line.destroy();
      });
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? '' : mailFrom.address;
        const to = rcptTo.map(({ address }) => address);
        if (failureMode() !== 'drops')
          received.push({ from, to, text: Buffer.concat(chunks).toString('utf8'), user: session.user });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  server.server.on('connection', (line: Socket) => lines.add(line));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    logins,
    connections: () => connections,
    close: () => new Promise((done) => server.close(done)),
  };
}

/** Accepts the connection and sends nothing. */
export async function openSilentServer(): Promise<{ readonly port: number; readonly close: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => done());
      }),
  };
}
