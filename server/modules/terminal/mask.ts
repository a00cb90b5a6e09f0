/** Known secrets never reach a transcript: whatever a command prints, and however it is cut into pieces, they are taken out on the way. */
import type { Services } from '../../context';
import { SECRET_MASK } from '../../../common/entities/siteItem';

/** Shorter ones would hide ordinary words. */
const SHORTEST = 6;

export interface Masker {
  /** The part of the output that can be told now. */
  readonly feed: (text: string) => string;
  /** What was held back in case it was the beginning of a secret. */
  readonly rest: () => string;
}

const spelled = (secret: string): readonly string[] => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString('base64'),
];

export function createMasker(secrets: readonly string[]): Masker {
  const words = [...new Set(secrets.filter(({ length }) => length >= SHORTEST).flatMap(spelled))]
    // The longest first: one may begin with another.
    .sort((one, other) => other.length - one.length);
  let held = '';
  const masked = (text: string) => words.reduce((left, word) => left.replaceAll(word, SECRET_MASK), text);
  return {
    feed: (text) => {
      if (words.length === 0) return text;
      const clean = masked(held + text);
      const open = Math.max(...words.map((word) => beginningAtEnd(clean, word)));
      held = clean.slice(clean.length - open);
      return clean.slice(0, clean.length - open);
    },
    rest: () => {
      const left = held;
      held = '';
      return left;
    },
  };
}

/** How many of the last signs of a text may be the first ones of a word. */
function beginningAtEnd(text: string, word: string): number {
  for (let length = Math.min(word.length - 1, text.length); length > 0; length -= 1)
    if (word.startsWith(text.slice(text.length - length))) return length;
  return 0;
}

/** What this installation keeps to itself. */
export function secretsOf({ env, settings }: Pick<Services, 'env' | 'settings'>): readonly string[] {
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
