/** Recycle and sensitive data: tables and fields are chosen from the definitions and shown by what people call them. */
import Box from '@mui/material/Box';
import { lazy, Suspense, type ComponentType } from 'react';
import { recycleLog } from '../../../../common/entities/recycleLog';
import { recycleRule } from '../../../../common/entities/recycleRule';
import { sensitiveLog } from '../../../../common/entities/sensitiveLog';
import { sensitiveRule } from '../../../../common/entities/sensitiveRule';
import type { CellProps, InputProps } from '../../../engine/kinds/kindView';
import { override } from '../../../engine/override';

const inputs = () => import('./WatchInputs');
const cells = () => import('./WatchCells');
const panels = () => import('./WatchPanel');
const asInput = (Input: ComponentType<InputProps>) =>
  function WatchInput(props: InputProps) {
    return (
      <Suspense fallback={<Box sx={{ height: 36 }} />}>
        <Input {...props} />
      </Suspense>
    );
  };
const asCell = (Cell: ComponentType<CellProps>) =>
  function WatchCell(props: CellProps) {
    return (
      <Suspense fallback={null}>
        <Cell {...props} />
      </Suspense>
    );
  };
const TableInput = asInput(lazy(async () => ({ default: (await inputs()).TableInput })));
const FieldsInput = asInput(lazy(async () => ({ default: (await inputs()).FieldsInput })));
const TableCell = asCell(lazy(async () => ({ default: (await cells()).TableCell })));
const FieldCell = asCell(lazy(async () => ({ default: (await cells()).FieldCell })));
const FieldsCell = asCell(lazy(async () => ({ default: (await cells()).FieldsCell })));
const ValueCell = asCell(lazy(async () => ({ default: (await cells()).ValueCell })));

export const watchingScreens = [
  override(recycleRule, { inputs: { data_table: TableInput }, cells: { data_table: TableCell } }),
  override(recycleLog, {
    cells: { data_table: TableCell },
    panel: lazy(async () => ({ default: (await panels()).RecyclePanel })),
  }),
  override(sensitiveRule, {
    inputs: { data_table: TableInput, data_fields: FieldsInput },
    cells: { data_table: TableCell, data_fields: FieldsCell },
    beside: { data_fields: 'data_table' },
  }),
  override(sensitiveLog, {
    cells: { data_table: TableCell, data_field: FieldCell, before: ValueCell, after: ValueCell },
    panel: lazy(async () => ({ default: (await panels()).SensitivePanel })),
  }),
];
