/** What notices exist and in which ways a person can be told of them; shared by the house that writes and the bell that shows. */
import type { notice } from './locales/en/notice';

/** The sentences a notice can say. */
export type NoticeText = keyof typeof notice.text;

export const NOTICE_KINDS = {
  record_changed: 'record_changed',
  mention: 'mention',
  task_ended: 'task_ended',
  account: 'account',
  role_changed: 'role_changed',
  security: 'security',
  wealth: 'wealth',
  system: 'system',
} as const;
export type NoticeKind = keyof typeof NOTICE_KINDS;
export const noticeKinds = Object.keys(NOTICE_KINDS) as readonly NoticeKind[]; // the keys of the table above

/** `bell`: kept and counted at all; `toast` and `desktop` besides. */
export interface NoticeWays {
  readonly bell: boolean;
  readonly toast: boolean;
  readonly desktop: boolean;
}
export type NoticeWay = keyof NoticeWays;
export const NOTICE_WAYS: readonly NoticeWay[] = ['bell', 'toast', 'desktop'];
export type NoticeChoice = Readonly<Record<NoticeKind, NoticeWays>>;

/** Nobody can be kept from hearing that an account is in danger. */
export const isCompulsory = (kind: NoticeKind): boolean => kind === 'security';

const bagOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

function waysOf(kind: NoticeKind, value: unknown): NoticeWays {
  const given = bagOf(value);
  const bell = isCompulsory(kind) || given['bell'] !== false;
  return { bell, toast: bell && given['toast'] !== false, desktop: bell && given['desktop'] === true };
}

/** The whole choice, whatever was stored or sent: bell and toast unless refused, desktop only where asked for. */
export function noticeChoiceOf(value: unknown): NoticeChoice {
  const given = bagOf(value);
  const ways = (kind: NoticeKind) => waysOf(kind, given[kind]);
  return {
    record_changed: ways('record_changed'),
    mention: ways('mention'),
    task_ended: ways('task_ended'),
    account: ways('account'),
    role_changed: ways('role_changed'),
    security: ways('security'),
    wealth: ways('wealth'),
    system: ways('system'),
  };
}
