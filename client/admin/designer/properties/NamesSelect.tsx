/** A menu in which several names can be chosen. */
import Checkbox from '@mui/material/Checkbox';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { useTranslation } from 'react-i18next';
import type { NameOption } from './NameSelect';

interface NamesSelectProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly options: readonly NameOption[];
  readonly disabled: boolean;
  readonly onChange: (names: readonly string[]) => void;
  /** A short text instead of the chosen labels, such as for all of them. */
  readonly summary?: string | undefined;
}
export function NamesSelect({ label, names, options, disabled, onChange, summary }: NamesSelectProps) {
  const { t } = useTranslation();
  const getLabel = (name: string) => options.find((option) => option.name === name)?.label ?? name;
  const unknown = names.filter((name) => !options.some((option) => option.name === name));
  return (
    <Select
      multiple
      size="small"
      fullWidth
      displayEmpty
      disabled={disabled}
      value={[...names]}
      inputProps={{ 'aria-label': label }}
      SelectDisplayProps={{ 'aria-label': label }}
      onChange={({ target }) => onChange(typeof target.value === 'string' ? target.value.split(',') : target.value)}
      renderValue={(chosen) =>
        summary ?? (chosen.length === 0 ? t('engine.field.choose') : chosen.map(getLabel).join(', '))
      }
    >
      {[...options, ...unknown.map((name) => ({ name, label: name }))].map((option) => (
        <MenuItem key={option.name} value={option.name} dense>
          <Checkbox size="small" checked={names.includes(option.name)} tabIndex={-1} sx={{ py: 0 }} />
          <ListItemText primary={option.label} />
        </MenuItem>
      ))}
    </Select>
  );
}
