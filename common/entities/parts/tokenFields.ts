/** Fields of access tokens for programs and kiosk displays: hashed secret, expiry date, last use. The secret is shown once and not stored. */
import { datetime, confirmedOnOff, text } from '../../entity/field';

export const tokenFields = {
  expire_time: datetime({ required: true }),
  /** The random part from which the secret is derived; without the keys of the installation the secret cannot be computed. */
  salt: text({ readonly: true, max: 64, sensitivity: 'secret' }),
  /** When the secret was shown to its owner, which happens once. */
  shown_time: datetime({ readonly: true }),
  last_used_time: datetime({ readonly: true }),
  last_used_ip: text({ readonly: true, max: 45, sensitivity: 'restricted' }),
  status: confirmedOnOff('enabled'),
} as const;

export const tokenLabels = {
  en: {
    name: 'Name',
    expire_time: 'Valid until',
    salt: 'Salt',
    status: ['Status', { disabled: 'Disabled', enabled: 'Enabled' }],
  },
  'zh-cn': {
    name: '名称',
    expire_time: '有效期至',
    salt: '盐值',
    status: ['状态', { disabled: '禁用', enabled: '启用' }],
  },
} as const;
