/** The way to the mail server: pooled connections, patience with an end, and failures told as words of a fixed list. */
import nodemailer, { type Transporter } from 'nodemailer';
import type { MailSettings } from '../../context';
import { addressFor } from '../../platform/outbound';
import type { Letter } from './letter';

export type MailTrouble =
  'forbidden' | 'connection' | 'timeout' | 'login' | 'recipient' | 'rejected' | 'later' | 'other';
/** Why a mail did not leave; `final`: trying again will not help. */
export class MailFailure extends Error {
  constructor(
    readonly trouble: MailTrouble,
    readonly final: boolean,
  ) {
    super(trouble);
    this.name = 'MailFailure';
  }
}
export interface Posting extends Letter {
  readonly id: string;
  readonly to: string;
}

const PORTS = [25, 465, 587, 2525];

interface SmtpError {
  readonly code?: unknown;
  readonly responseCode?: unknown;
  readonly command?: unknown;
}
function failureOf(error: unknown): MailFailure {
  if (error instanceof MailFailure) return error;
  const { code, responseCode, command }: SmtpError = typeof error === 'object' && error !== null ? error : {};
  const answer = typeof responseCode === 'number' ? responseCode : 0;
  if (code === 'EAUTH') return new MailFailure('login', false);
  if (answer >= 500)
    return new MailFailure(command === 'RCPT TO' || code === 'EENVELOPE' ? 'recipient' : 'rejected', true);
  if (answer >= 400) return new MailFailure('later', false);
  if (code === 'ETIMEDOUT') return new MailFailure('timeout', false);
  if (code === 'ECONNECTION' || code === 'ESOCKET' || code === 'EDNS' || code === 'ECONNREFUSED' || code === 'ETLS')
    return new MailFailure('connection', false);
  return new MailFailure('other', false);
}

async function open(mail: MailSettings, privateHosts: readonly string[], pool: boolean): Promise<Transporter> {
  const address = await addressFor({ host: mail.host, port: mail.port }, privateHosts, PORTS);
  if (address === undefined) throw new MailFailure('forbidden', false);
  const password = mail.password();
  const shared = {
    host: address,
    port: mail.port,
    secure: mail.security === 'SSL',
    requireTLS: mail.security === 'TLS',
    ignoreTLS: mail.security === 'none',
    tls: { servername: mail.host },
    connectionTimeout: mail.timeoutMs,
    greetingTimeout: mail.timeoutMs,
    socketTimeout: mail.timeoutMs * 2,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(mail.user === '' ? {} : { auth: { user: mail.user, pass: password } }),
  };
  return pool
    ? nodemailer.createTransport({ ...shared, pool: true, maxConnections: 2, maxMessages: 50 })
    : nodemailer.createTransport(shared);
}

async function post(transporter: Transporter, mail: MailSettings, { id, to, subject, text }: Posting): Promise<void> {
  const domain = mail.sender.split('@').at(1) ?? 'localhost';
  await transporter.sendMail({ from: mail.sender || mail.user, to, subject, text, messageId: `<${id}@${domain}>` });
}

/** One try with settings that need not be stored; throws a `MailFailure`. */
export async function postOnce(mail: MailSettings, privateHosts: readonly string[], posting: Posting): Promise<void> {
  let transporter: Transporter | undefined;
  try {
    transporter = await open(mail, privateHosts, false);
    await post(transporter, mail, posting);
  } catch (error) {
    throw failureOf(error);
  } finally {
    transporter?.close();
  }
}

export interface PostOffice {
  readonly post: (mail: MailSettings, posting: Posting) => Promise<void>;
  readonly close: () => void;
}
/** The connections to one server, until its settings change or one of them fails. */
interface Counter {
  readonly of: MailSettings;
  readonly transporter: Promise<Transporter>;
  users: number;
  left: boolean;
}
const shut = ({ transporter }: Counter): void =>
  void transporter.then(
    (open) => open.close(),
    () => undefined,
  );

/** Keeps connections open between mails, and lets go of them when the settings change; mails that are on their way keep theirs. */
export function openPostOffice(privateHosts: readonly string[]): PostOffice {
  let known: Counter | undefined;
  const leave = (counter: Counter) => {
    if (known === counter) known = undefined;
    counter.left = true;
    if (counter.users === 0) shut(counter);
  };
  const counterFor = (mail: MailSettings): Counter => {
    if (known !== undefined && known.of !== mail) leave(known);
    known ??= { of: mail, transporter: open(mail, privateHosts, true), users: 0, left: false };
    return known;
  };
  return {
    close: () => {
      if (known !== undefined) shut(known);
      known = undefined;
    },
    post: async (mail, posting) => {
      const counter = counterFor(mail);
      counter.users += 1;
      try {
        await post(await counter.transporter, mail, posting);
      } catch (error) {
        leave(counter);
        throw failureOf(error);
      } finally {
        counter.users -= 1;
        if (counter.left && counter.users === 0) shut(counter);
      }
    },
  };
}
