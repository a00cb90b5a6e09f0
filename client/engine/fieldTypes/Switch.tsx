/** Switch fields: in a list a switch saves at once, like a form. */
import Box from '@mui/material/Box';
import MuiSwitch from '@mui/material/Switch';
import { useTranslation } from 'react-i18next';
import { useEntityLabels } from '../../shared/i18n/i18n';
import { StatusLabel } from './cells/cells';
import { SwitchFilter } from './inputs/filterInputs';
import type { CellProps, InputProps, FieldType } from './fieldType';

/** Saves on change; the optimistic value is shown until the server responds. */
function Toggle({ entity, column, value, commit }: CellProps & { readonly commit: NonNullable<CellProps['commit']> }) {
  const { fields } = useEntityLabels(entity);
  return (
    <MuiSwitch
      size="small"
      checked={value === 1}
      onChange={(_, checked) => void commit(checked ? 1 : 0)}
      onClick={(event) => event.stopPropagation()}
      slotProps={{ input: { 'aria-label': fields[column.name] ?? column.name } }}
    />
  );
}

function Cell(props: CellProps) {
  const { t } = useTranslation();
  const { commit, value } = props;
  if (commit) return <Toggle {...props} commit={commit} />;
  return (
    <StatusLabel tone={value === 1 ? 'success' : 'neutral'}>
      {value === 1 ? t('engine.field.yes') : t('engine.field.no')}
    </StatusLabel>
  );
}

const Input = ({ id, value, onChange, disabled, describedBy }: InputProps) => (
  <Box sx={{ ml: -1.5, height: 36, display: 'flex', alignItems: 'center' }}>
    <MuiSwitch
      checked={value === 1}
      disabled={disabled}
      onChange={(_, checked) => onChange(checked ? 1 : 0)}
      slotProps={{ input: { id, ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }) } }}
    />
  </Box>
);

export const switchFieldType: FieldType = { Cell, Input, Filter: SwitchFilter, width: 90, isShort: true };
