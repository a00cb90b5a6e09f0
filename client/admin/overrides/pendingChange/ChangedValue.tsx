/** Old and new values of a pending change as people read them, instead of JSON. */
import Box from '@mui/material/Box';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { pendingChange } from '../../../../common/entities/pendingChange';
import type { Json } from '../../../../common/entity/field';
import { findColumn } from '../../../../common/entity/columns';
import type { WireRow } from '../../../../common/entity/projectRow';
import { useEntity } from '../../../engine/engineContext';
import { PlainText } from '../../../engine/fieldTypes/cells/cells';
import { fieldTypeOf } from '../../../engine/fieldTypes/index';
import type { CellProps } from '../../../engine/fieldTypes/fieldType';
import type { BelowFieldProps } from '../../../engine/override';
import { useRow } from '../../../engine/data/useRow';
import { useFormatters } from '../../../shared/i18n/format';
import { useEntityLabels } from '../../../shared/i18n/i18n';
import { asString } from '../../../../common/json';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';

/** Limits of amounts are whole units of the currency. */
const isAmount = (name: string) => name.endsWith('_money');

/** The value of a setting as a text. */
export function useSaySetting(): (name: string, value: Json) => string {
  useLazyTranslations();
  const { t } = useTranslation();
  const format = useFormatters();
  return (name, value) => {
    if (value === null) return t('settings.second.none');
    if (typeof value === 'number') return isAmount(name) ? format.money(`${value}.00`) : format.number(value);
    return typeof value === 'string' ? t(`settings.options.${value}`, { defaultValue: value }) : JSON.stringify(value);
  };
}

function OfField({ row, value }: { readonly row: WireRow; readonly value: Json }) {
  const entity = useEntity(asString(row['subject']));
  const column = entity && findColumn(entity, asString(row['field']));
  if (entity === undefined || column === undefined) return <PlainText>{JSON.stringify(value)}</PlainText>;
  const { Cell } = fieldTypeOf(column.kind);
  return <Cell entity={entity} column={column} value={value} row={{}} />;
}

export function ChangedValue({ row, value }: Pick<CellProps, 'row' | 'value'>) {
  const say = useSaySetting();
  if (row['subject'] !== 'config') return <OfField row={row} value={value} />;
  return <PlainText>{say(asString(row['name']), value)}</PlainText>;
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

/** The same on the record. */
export function BelowSubject({ rowId }: BelowFieldProps) {
  const { cachedRow: held } = useRow(pendingChange, rowId);
  return held === undefined ? null : <ChangeValues row={held.row} />;
}
