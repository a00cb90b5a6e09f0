/** Recycle rules and sensitive data rules with their logs: tables and fields are selected from the definitions and shown by label. */
import Box from '@mui/material/Box';
import { Suspense, type ComponentType } from 'react';
import { recycleLog } from '../../../../common/entities/recycleLog';
import { recycleRule } from '../../../../common/entities/recycleRule';
import { sensitiveLog } from '../../../../common/entities/sensitiveLog';
import { sensitiveRule } from '../../../../common/entities/sensitiveRule';
import type { InputProps } from '../../../engine/fieldTypes/fieldType';
import { defineOverride } from '../../../engine/override';
import { lazyWithoutSuspense, lazyWithRetry } from '../../../ui/lazyWithRetry';

const inputs = () => import('./dataWatchInputs');
const cells = () => import('./dataWatchCells');
const menus = () => import('./RuleMenuItems');
const panels = () => import('./DataWatchPanels');
const asInput = (Input: ComponentType<InputProps>) =>
  function WatchInput(props: InputProps) {
    return (
      <Suspense fallback={<Box sx={{ height: 36 }} />}>
        <Input {...props} />
      </Suspense>
    );
  };
const TableInput = asInput(lazyWithRetry(async () => (await inputs()).TableInput));
const FieldsInput = asInput(lazyWithRetry(async () => (await inputs()).FieldsInput));
const DerivedInput = asInput(lazyWithRetry(async () => (await inputs()).DerivedInput));
const TableCell = lazyWithoutSuspense(async () => (await cells()).TableCell);
const FieldCell = lazyWithoutSuspense(async () => (await cells()).FieldCell);
const FieldsCell = lazyWithoutSuspense(async () => (await cells()).FieldsCell);
const RuleStatusCell = lazyWithoutSuspense(async () => (await cells()).RuleStatusCell);
const ValueCell = lazyWithoutSuspense(async () => (await cells()).ValueCell);

/** Both follow from the table. */
const derivedInputs = { controller: DerivedInput, primary_key: DerivedInput };
const parentFields = { controller: 'data_table', primary_key: 'data_table', data_fields: 'data_table' };

export const dataWatchOverrides = [
  defineOverride(recycleRule, {
    inputs: { data_table: TableInput, ...derivedInputs },
    parentFields,
    cells: { data_table: TableCell },
    rowMenuItems: lazyWithRetry(async () => (await menus()).RecycleRuleMenuItems, 'small'),
  }),
  defineOverride(recycleLog, {
    cells: { data_table: TableCell },
    panel: lazyWithRetry(async () => (await panels()).RecycleLogPanel),
  }),
  defineOverride(sensitiveRule, {
    inputs: { data_table: TableInput, data_fields: FieldsInput, ...derivedInputs },
    cells: { data_table: TableCell, data_fields: FieldsCell, status: RuleStatusCell },
    parentFields,
    rowMenuItems: lazyWithRetry(async () => (await menus()).SensitiveRuleMenuItems, 'small'),
  }),
  defineOverride(sensitiveLog, {
    cells: { data_table: TableCell, data_field: FieldCell, before: ValueCell, after: ValueCell },
    panel: lazyWithRetry(async () => (await panels()).SensitiveLogPanel),
  }),
];
