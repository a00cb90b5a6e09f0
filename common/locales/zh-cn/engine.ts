/** 列表、表单与筛选的词语。 */
import type { engine as english } from '../en/engine';
import type { Translated } from '../translated';

export const engine: Translated<typeof english> = {};
