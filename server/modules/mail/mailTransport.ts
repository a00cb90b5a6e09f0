/** SMTP transport: pooled connections with timeouts, and errors as codes of a fixed list. */
import nodemailer, { type Transporter } from 'nodemailer';
import type { MailSettings } from '../../platform/settings';
import { resolveAllowedAddress } from '../../platform/ssrfGuard';
import type { RenderedMail } from '../../hooks/mail/renderMail';

export type MailErrorReason =
  'forbidden' | 'connection' | 'timeout' | 'login' | 'recipient' | 'rejected' | 'later' | 'other';
/** Why a mail was not sent; `isFinal`: a retry will not help. */
export class MailError extends Error {
  constructor(
    readonly reason: MailErrorReason,
    readonly isFinal: boolean,
  ) {
    super(reason);
    this.name = 'MailError';
  }
}
export interface OutgoingMail extends RenderedMail {
  readonly id: string;
  readonly to: string;
}

const SMTP_PORTS = [25, 465, 587, 2525];

interface SmtpError {
  readonly code?: unknown;
  readonly responseCode?: unknown;
  readonly command?: unknown;
}
function toMailError(error: unknown): MailError {
  if (error instanceof MailError) return error;
  const { code, responseCode, command }: SmtpError = typeof error === 'object' && error !== null ? error : {};
  const statusCode = typeof responseCode === 'number' ? responseCode : 0;
  if (code === 'EAUTH') return new MailError('login', false);
  if (statusCode >= 500)
    return new MailError(command === 'RCPT TO' || code === 'EENVELOPE' ? 'recipient' : 'rejected', true);
  if (statusCode >= 400) return new MailError('later', false);
  if (code === 'ETIMEDOUT') return new MailError('timeout', false);
  if (code === 'ECONNECTION' || code === 'ESOCKET' || code === 'EDNS' || code === 'ECONNREFUSED' || code === 'ETLS')
    return new MailError('connection', false);
  return new MailError('other', false);
}

async function openTransporter(
  mail: MailSettings,
  privateHosts: readonly string[],
  pool: boolean,
): Promise<Transporter> {
  const address = await resolveAllowedAddress({ host: mail.host, port: mail.port }, privateHosts, SMTP_PORTS);
  if (address === undefined) throw new MailError('forbidden', false);
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

async function deliver(
  transporter: Transporter,
  mail: MailSettings,
  { id, to, subject, text }: OutgoingMail,
): Promise<void> {
  const domain = mail.sender.split('@').at(1) ?? 'localhost';
  await transporter.sendMail({ from: mail.sender || mail.user, to, subject, text, messageId: `<${id}@${domain}>` });
}

/** One attempt with settings that need not be stored; throws a `MailError`. */
export async function sendOnce(
  mail: MailSettings,
  privateHosts: readonly string[],
  outgoing: OutgoingMail,
): Promise<void> {
  let transporter: Transporter | undefined;
  try {
    transporter = await openTransporter(mail, privateHosts, false);
    await deliver(transporter, mail, outgoing);
  } catch (error) {
    throw toMailError(error);
  } finally {
    transporter?.close();
  }
}

export interface MailTransport {
  readonly send: (mail: MailSettings, outgoing: OutgoingMail) => Promise<void>;
  readonly close: () => void;
}
/** The connections to one server, until its settings change or one of them fails. */
interface PooledTransporter {
  readonly settings: MailSettings;
  readonly transporter: Promise<Transporter>;
  inUse: number;
  isRetired: boolean;
}
const closeTransporter = ({ transporter }: PooledTransporter): void =>
  void transporter.then(
    (open) => open.close(),
    () => undefined,
  );

/** Keeps connections open between mails and replaces them when the settings change; mails in progress keep their connection. */
export function createMailTransport(privateHosts: readonly string[]): MailTransport {
  let current: PooledTransporter | undefined;
  const retire = (pooled: PooledTransporter) => {
    if (current === pooled) current = undefined;
    pooled.isRetired = true;
    if (pooled.inUse === 0) closeTransporter(pooled);
  };
  const acquireTransporter = (mail: MailSettings): PooledTransporter => {
    if (current !== undefined && current.settings !== mail) retire(current);
    current ??= { settings: mail, transporter: openTransporter(mail, privateHosts, true), inUse: 0, isRetired: false };
    return current;
  };
  return {
    close: () => {
      if (current !== undefined) closeTransporter(current);
      current = undefined;
    },
    send: async (mail, outgoing) => {
      const pooled = acquireTransporter(mail);
      pooled.inUse += 1;
      try {
        await deliver(await pooled.transporter, mail, outgoing);
      } catch (error) {
        retire(pooled);
        throw toMailError(error);
      } finally {
        pooled.inUse -= 1;
        if (pooled.isRetired && pooled.inUse === 0) closeTransporter(pooled);
      }
    },
  };
}
