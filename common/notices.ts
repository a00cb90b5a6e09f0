/** Kinds of notices and the channels on which a person can receive them. */
import { asRecord } from './json';
import type { notice } from './locales/en/notice';

/** The texts of each kind of notice. */
export type NoticeTextKey = keyof typeof notice.text;

/**
 * `record_changed`: a record that the person follows. `mention`: in a comment. `task_ended`: a terminal task. `account`: the person's own
 * account. `role_changed`: their role groups. `security`: sign-ins and credentials. `wealth` (`BALANCE_NOTICE`): balance or points.
 * `request`: somebody asks for a decision. `system`: everything else. A new kind needs a text in `common/locales/en/notice.ts` and a call of
 * `notify` on the server.
 */
export const NOTICE_KINDS = {
  record_changed: 'record_changed',
  mention: 'mention',
  task_ended: 'task_ended',
  account: 'account',
  role_changed: 'role_changed',
  security: 'security',
  wealth: 'wealth',
  request: 'request',
  system: 'system',
} as const;
export type NoticeKind = keyof typeof NOTICE_KINDS;
/** The kind of notices about balance and points; its stored word is `wealth`. */
export const BALANCE_NOTICE = 'wealth' satisfies NoticeKind;
export const noticeKinds = Object.keys(NOTICE_KINDS) as readonly NoticeKind[]; // the keys of the table above

/** `bell`: stored and counted; `toast` and `desktop`: shown there as well. */
export interface NoticeChannels {
  readonly bell: boolean;
  readonly toast: boolean;
  readonly desktop: boolean;
}
export type NoticeChannel = keyof NoticeChannels;
export const NOTICE_CHANNELS: readonly NoticeChannel[] = ['bell', 'toast', 'desktop'];
export type NoticePreferences = Readonly<Record<NoticeKind, NoticeChannels>>;

/** Whether the kind cannot be switched off: security notices are always delivered. */
export const isMandatoryNotice = (kind: NoticeKind): boolean => kind === 'security';

function parseChannels(kind: NoticeKind, value: unknown): NoticeChannels {
  const input = asRecord(value) ?? {};
  const bell = isMandatoryNotice(kind) || input['bell'] !== false;
  return { bell, toast: bell && input['toast'] !== false, desktop: bell && input['desktop'] === true };
}

/** Parses stored or sent preferences, completing them: bell and toast are on unless switched off, desktop is off unless switched on. */
export function parseNoticePreferences(value: unknown): NoticePreferences {
  const input = asRecord(value) ?? {};
  const getChannels = (kind: NoticeKind) => parseChannels(kind, input[kind]);
  return {
    record_changed: getChannels('record_changed'),
    mention: getChannels('mention'),
    task_ended: getChannels('task_ended'),
    account: getChannels('account'),
    role_changed: getChannels('role_changed'),
    security: getChannels('security'),
    wealth: getChannels('wealth'),
    request: getChannels('request'),
    system: getChannels('system'),
  };
}
