/** Known secrets never reach a transcript: whatever a command prints, and however it is cut into pieces, they are taken out on the way. */
import type { Services } from '../../../context';
import { SECRET_MASK } from '../../../../common/entities/siteItem';

/** Shorter ones would hide ordinary words. */
const MIN_SECRET_LENGTH = 6;

export interface SecretRedactor {
  /** The part of the output that can be told now. */
  readonly feed: (text: string) => string;
  /** What was held back in case it was the beginning of a secret. */
  readonly flush: () => string;
}

const encodingsOf = (secret: string): readonly string[] => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString('base64'),
];

export function createSecretRedactor(secrets: readonly string[]): SecretRedactor {
  const patterns = [...new Set(secrets.filter(({ length }) => length >= MIN_SECRET_LENGTH).flatMap(encodingsOf))]
    // The longest first: one may begin with another.
    .sort((longer, shorter) => shorter.length - longer.length);
  let buffer = '';
  const redact = (text: string) =>
    patterns.reduce((remainder, pattern) => remainder.replaceAll(pattern, SECRET_MASK), text);
  return {
    feed: (text) => {
      if (patterns.length === 0) return text;
      const redacted = redact(buffer + text);
      const partialLength = Math.max(...patterns.map((pattern) => partialMatchLength(redacted, pattern)));
      buffer = redacted.slice(redacted.length - partialLength);
      return redacted.slice(0, redacted.length - partialLength);
    },
    flush: () => {
      const remainder = buffer;
      buffer = '';
      return remainder;
    },
  };
}

/** How many of the last signs of a text may be the first ones of a word. */
function partialMatchLength(text: string, pattern: string): number {
  for (let length = Math.min(pattern.length - 1, text.length); length > 0; length -= 1)
    if (pattern.startsWith(text.slice(text.length - length))) return length;
  return 0;
}

/** What this installation keeps to itself. */
export function listSecrets({ env, settings }: Pick<Services, 'env' | 'settings'>): readonly string[] {
  const { database } = env;
  return [
    ...env.appKeys,
    env.adminPassword ?? '',
    database.dialect === 'mariadb' ? database.password : '',
    settings.mail.password(),
    settings.sms.key(),
    settings.upload.store?.secret() ?? '',
  ];
}
