/** 每个实体都有的列的名称。 */
import type { columns as english } from '../en/columns';
import type { Translated } from '../translated';

export const columns: Translated<typeof english> = {
  id: 'ID',
  weigh: '权重',
  create_time: '创建时间',
  update_time: '更新时间',
  delete_time: '删除时间',
  revision: '修订号',
  english: { field: '{{label}}（英文）', group: '英文内容' },
  permission: { see: '查看{{fields}}', write: '编辑{{fields}}' },
  unit: { px: '像素', bytes: '字节', ms: '毫秒' },
};
