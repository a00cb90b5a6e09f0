/** 会员中心的词语。 */
import type { member as english } from '../en/member';
import type { Translated } from '../translated';

export const member: Translated<typeof english> = {};
