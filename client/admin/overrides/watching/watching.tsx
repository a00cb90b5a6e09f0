/** Recycle and sensitive data: tables and fields are chosen from the definitions and shown by what people call them. */
import Box from '@mui/material/Box';
import { Suspense, type ComponentType } from 'react';
import { recycleLog } from '../../../../common/entities/recycleLog';
import { recycleRule } from '../../../../common/entities/recycleRule';
import { sensitiveLog } from '../../../../common/entities/sensitiveLog';
import { sensitiveRule } from '../../../../common/entities/sensitiveRule';
import type { InputProps } from '../../../engine/kinds/kindView';
import { override } from '../../../engine/override';
import { jointPart, lazyPart } from '../../../ui/lazyPart';

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
const TableInput = asInput(lazyPart(async () => (await inputs()).TableInput));
const FieldsInput = asInput(lazyPart(async () => (await inputs()).FieldsInput));
const TableCell = jointPart(async () => (await cells()).TableCell);
const FieldCell = jointPart(async () => (await cells()).FieldCell);
const FieldsCell = jointPart(async () => (await cells()).FieldsCell);
const ValueCell = jointPart(async () => (await cells()).ValueCell);

export const watchingScreens = [
  override(recycleRule, { inputs: { data_table: TableInput }, cells: { data_table: TableCell } }),
  override(recycleLog, {
    cells: { data_table: TableCell },
    panel: lazyPart(async () => (await panels()).RecyclePanel),
  }),
  override(sensitiveRule, {
    inputs: { data_table: TableInput, data_fields: FieldsInput },
    cells: { data_table: TableCell, data_fields: FieldsCell },
    beside: { data_fields: 'data_table' },
  }),
  override(sensitiveLog, {
    cells: { data_table: TableCell, data_field: FieldCell, before: ValueCell, after: ValueCell },
    panel: lazyPart(async () => (await panels()).SensitivePanel),
  }),
];
