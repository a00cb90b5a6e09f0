/** Redacts known secrets in command output, in any chunking, before it is stored. */
import type { Services } from '../../../context';
import { MASK } from '../../../../common/mask';

/** Shorter values would hide ordinary words. */
const MIN_SECRET_LENGTH = 6;

export interface SecretRedactor {
  /** The output that can be passed on. */
  readonly feed: (text: string) => string;
  /** Text that was held back as a possible beginning of a secret. */
  readonly flush: () => string;
}

const getEncodings = (secret: string): readonly string[] => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString('base64'),
];

export function createSecretRedactor(secrets: readonly string[]): SecretRedactor {
  const patterns = [...new Set(secrets.filter(({ length }) => length >= MIN_SECRET_LENGTH).flatMap(getEncodings))]
    // The longest first: one secret may begin with another.
    .sort((longer, shorter) => shorter.length - longer.length);
  let buffer = '';
  const redact = (text: string) => patterns.reduce((remainder, pattern) => remainder.replaceAll(pattern, MASK), text);
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

/** Number of last characters of a text that may be the beginning of a secret. */
function partialMatchLength(text: string, pattern: string): number {
  for (let length = Math.min(pattern.length - 1, text.length); length > 0; length -= 1)
    if (pattern.startsWith(text.slice(text.length - length))) return length;
  return 0;
}

/** The secrets of this installation. */
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
