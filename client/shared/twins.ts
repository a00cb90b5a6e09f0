/**
 * Duplicated tabs: a browser copies the tab's own storage, so that two tabs hold one chain of refresh tokens. Whoever
 * renews tells the others, and asks them before it renews: a token that was already exchanged would end the session of all.
 */
import { asOneOf, asRecord, asText } from './persist';
import { realms, type Realm, type Tokens } from './session';

/** What the twins speak through; a browser without it has no twins. */
export interface Wire {
  readonly post: (message: unknown) => void;
  readonly listen: (hear: (message: unknown) => void) => void;
}
export const browserWire = (): Wire => {
  if (typeof BroadcastChannel === 'undefined') return { post: () => undefined, listen: () => undefined };
  const channel = new BroadcastChannel('atrium-sessions');
  return {
    post: (message) => channel.postMessage(message),
    listen: (hear) => channel.addEventListener('message', ({ data }) => hear(data)),
  };
};

interface Place {
  readonly family: string;
  readonly generation: number;
}
/** Session and place in its chain, as the server writes them before the signature. */
function placeOf(refreshToken: string): Place | undefined {
  const [family = '', generation = '', signature] = refreshToken.split('.');
  return signature === undefined || !/^\d{1,9}$/.test(generation)
    ? undefined
    : { family, generation: Number(generation) };
}
/** Whether `other` is a later link of the same chain. */
export function isLater(own: string, other: string): boolean {
  const [mine, theirs] = [placeOf(own), placeOf(other)];
  return mine !== undefined && mine.family === theirs?.family && theirs.generation > mine.generation;
}
const isKin = (own: string, other: string) => placeOf(own)?.family === (placeOf(other)?.family ?? '');

/** How long a twin may take to answer; asked once per renewal. */
const ANSWER_MS = 120;

export interface Twins {
  /** Tells what was renewed. */
  readonly renewed: (realm: Realm, tokens: Tokens) => void;
  /** Tells that the session is over. */
  readonly ended: (realm: Realm, refreshToken: string) => void;
  /** Asks for a later link before renewing; it arrives like any other news. */
  readonly ask: (realm: Realm, refreshToken: string) => Promise<void>;
}
export interface TwinParts {
  readonly wire: Wire;
  /** What this tab holds by itself; nothing for a session all tabs share anyway. */
  readonly held: (realm: Realm) => Tokens | undefined;
  readonly onLater: (realm: Realm, tokens: Tokens) => void;
  readonly onEnded: (realm: Realm) => void;
}

type Listener = () => void;

export function createTwins({ wire, held, onLater, onEnded }: TwinParts): Twins {
  const waiting = new Set<Listener>();
  const take = (realm: Realm, own: Tokens, tokens: Tokens) => {
    if (tokens.token === '' || !isLater(own.refreshToken, tokens.refreshToken)) return;
    onLater(realm, tokens);
    for (const done of waiting) done();
  };
  wire.listen((message) => {
    const raw = asRecord(message);
    const realm = asOneOf(raw?.['realm'], realms, 'admin');
    const own = held(realm);
    if (raw === undefined || own === undefined) return;
    const theirs: Tokens = { token: asText(raw['token'], 512), refreshToken: asText(raw['refreshToken'], 512) };
    if (raw['kind'] === 'renewed') take(realm, own, theirs);
    else if (raw['kind'] === 'ended' && isKin(own.refreshToken, theirs.refreshToken)) onEnded(realm);
    else if (raw['kind'] === 'ask' && isLater(theirs.refreshToken, own.refreshToken))
      wire.post({ kind: 'renewed', realm, ...tokensOf(own) });
  });
  return {
    renewed: (realm, tokens) => wire.post({ kind: 'renewed', realm, ...tokensOf(tokens) }),
    ended: (realm, refreshToken) => wire.post({ kind: 'ended', realm, token: '', refreshToken }),
    ask: (realm, refreshToken) =>
      new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          waiting.delete(done);
          resolve();
        };
        const timer = setTimeout(done, ANSWER_MS);
        waiting.add(done);
        wire.post({ kind: 'ask', realm, token: '', refreshToken });
      }),
  };
}
const tokensOf = ({ token, refreshToken }: Tokens): Tokens => ({ token, refreshToken });
