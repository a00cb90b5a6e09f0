/** Whether the list has numbers that its reader may add up. */
import { isSummedColumn } from '../../../common/entity/lists/summedColumns';
import type { FilterModel } from './useListModel';

export const hasNumbers = ({ entity, permissions }: FilterModel): boolean =>
  permissions.columns.some((column) => isSummedColumn(entity, column));
