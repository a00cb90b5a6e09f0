/** What notices exist and in which ways a person can be told of them; shared by the house that writes and the bell that shows. */
import { asRecord } from './json';
import type { notice } from './locales/en/notice';

/** The sentences a notice can say. */
export type NoticeTextKey = keyof typeof notice.text;

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
export interface NoticeChannels {
  readonly bell: boolean;
  readonly toast: boolean;
  readonly desktop: boolean;
}
export type NoticeChannel = keyof NoticeChannels;
export const NOTICE_CHANNELS: readonly NoticeChannel[] = ['bell', 'toast', 'desktop'];
export type NoticePreferences = Readonly<Record<NoticeKind, NoticeChannels>>;

/** Nobody can be kept from hearing that an account is in danger. */
export const isMandatoryNotice = (kind: NoticeKind): boolean => kind === 'security';

function parseChannels(kind: NoticeKind, value: unknown): NoticeChannels {
  const input = asRecord(value) ?? {};
  const bell = isMandatoryNotice(kind) || input['bell'] !== false;
  return { bell, toast: bell && input['toast'] !== false, desktop: bell && input['desktop'] === true };
}

/** The whole choice, whatever was stored or sent: bell and toast unless refused, desktop only where asked for. */
export function parseNoticePreferences(value: unknown): NoticePreferences {
  const input = asRecord(value) ?? {};
  const channelsOf = (kind: NoticeKind) => parseChannels(kind, input[kind]);
  return {
    record_changed: channelsOf('record_changed'),
    mention: channelsOf('mention'),
    task_ended: channelsOf('task_ended'),
    account: channelsOf('account'),
    role_changed: channelsOf('role_changed'),
    security: channelsOf('security'),
    wealth: channelsOf('wealth'),
    system: channelsOf('system'),
  };
}
