/** Old and new values of a pending change, formatted by their field or setting. */
import Box from '@mui/material/Box';
import { Fragment } from 'react';
import { pendingChange } from '../../../../common/entities/pendingChange';
import type { Json } from '../../../../common/entity/field';
import { findColumn } from '../../../../common/entity/columns';
import type { WireRow } from '../../../../common/entity/projectRow';
import { useEntity } from '../../../engine/engineContext';
import { PlainText } from '../../../engine/fieldTypes/cells/cells';
import { getFieldType } from '../../../engine/fieldTypes/index';
import type { CellProps } from '../../../engine/fieldTypes/fieldType';
import type { BelowFieldProps } from '../../../engine/override';
import { useRow } from '../../../engine/data/useRow';
import { useEntityLabels } from '../../../shared/i18n/i18n';
import { useSettingValueText } from '../../screens/settings/useSettingValueText';
import { asString } from '../../../../common/json';

function FieldValue({ row, value }: { readonly row: WireRow; readonly value: Json }) {
  const entity = useEntity(asString(row['subject']));
  const column = entity && findColumn(entity, asString(row['field']));
  if (entity === undefined || column === undefined) return <PlainText>{JSON.stringify(value)}</PlainText>;
  const { Cell } = getFieldType(column.kind);
  return <Cell entity={entity} column={column} value={value} row={{}} />;
}

export function ChangedValue({ row, value }: Pick<CellProps, 'row' | 'value'>) {
  const formatValue = useSettingValueText();
  if (row['subject'] !== 'config') return <FieldValue row={row} value={value} />;
  return <PlainText>{formatValue(asString(row['name']), value)}</PlainText>;
}

/** Old and new value with their labels. */
export function ChangeValues({ row }: Pick<CellProps, 'row'>) {
  const { fields } = useEntityLabels(pendingChange);
  return (
    <Box
      component="dl"
      sx={{ m: 0, mt: 1, display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 3, rowGap: 1 }}
    >
      {(['before', 'after'] as const).map((name) => (
        <Fragment key={name}>
          <Box component="dt" sx={{ color: 'text.secondary' }}>
            {fields[name]}
          </Box>
          <Box component="dd" sx={{ m: 0, minWidth: 0, fontWeight: name === 'after' ? 600 : 400 }}>
            <ChangedValue row={row} value={row[name] ?? null} />
          </Box>
        </Fragment>
      ))}
    </Box>
  );
}

/** Old and new value on the record. */
export function ChangeSummary({ rowId }: BelowFieldProps) {
  const { cachedRow } = useRow(pendingChange, rowId);
  return cachedRow === undefined ? null : <ChangeValues row={cachedRow.row} />;
}
