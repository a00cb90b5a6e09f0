/** Old and new values of a pending change as people read them, instead of JSON. */
import Box from '@mui/material/Box';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { pendingChange } from '../../../../common/entities/pendingChange';
import type { Json } from '../../../../common/entity/field';
import { columnNamed } from '../../../../common/entity/meta';
import type { Wire } from '../../../../common/entity/project';
import { useEntityNamed } from '../../../engine/engineContext';
import { Plain } from '../../../engine/kinds/cells';
import { viewOf } from '../../../engine/kinds/index';
import type { CellProps } from '../../../engine/kinds/kindView';
import type { BelowProps } from '../../../engine/override';
import { useRow } from '../../../engine/useRow';
import { useFormat } from '../../../shared/format';
import { useWords } from '../../../shared/i18n';
import { asText } from '../../../shared/persist';
import { useLaterWords } from '../../../shared/useLaterWords';

/** Limits of amounts are whole units of the currency. */
const isAmount = (name: string) => name.endsWith('_money');

/** The value of a setting as a text. */
export function useSaySetting(): (name: string, value: Json) => string {
  useLaterWords();
  const { t } = useTranslation();
  const format = useFormat();
  return (name, value) => {
    if (value === null) return t('settings.second.none');
    if (typeof value === 'number') return isAmount(name) ? format.money(`${value}.00`) : format.number(value);
    return typeof value === 'string' ? t(`settings.options.${value}`, { defaultValue: value }) : JSON.stringify(value);
  };
}

function OfField({ row, value }: { readonly row: Wire; readonly value: Json }) {
  const entity = useEntityNamed(asText(row['subject']));
  const column = entity && columnNamed(entity, asText(row['field']));
  if (entity === undefined || column === undefined) return <Plain>{JSON.stringify(value)}</Plain>;
  const { Cell } = viewOf(column.kind);
  return <Cell entity={entity} column={column} value={value} row={{}} />;
}

export function ChangedValue({ row, value }: Pick<CellProps, 'row' | 'value'>) {
  const say = useSaySetting();
  if (row['subject'] !== 'config') return <OfField row={row} value={value} />;
  return <Plain>{say(asText(row['name']), value)}</Plain>;
}

/** Old and new value with their labels. */
export function ChangeValues({ row }: Pick<CellProps, 'row'>) {
  const { fields } = useWords(pendingChange);
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
export function BelowSubject({ rowId }: BelowProps) {
  const { held } = useRow(pendingChange, rowId);
  return held === undefined ? null : <ChangeValues row={held.row} />;
}
