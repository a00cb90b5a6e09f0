/** 管理后台外壳的词语：登录、顶栏、侧栏、设置。 */
import type { console as english } from '../en/console';
import type { Translated } from '../translated';

export const console: Translated<typeof english> = {};
