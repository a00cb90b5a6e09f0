/** A menu of names, for columns that store one as text. */
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { useTranslation } from 'react-i18next';
import { asString } from '../../../../common/json';
import type { InputProps } from '../../../engine/fieldTypes/fieldType';

export interface NameOption {
  /** The stored value. */
  readonly name: string;
  readonly label: string;
}
interface NameSelectProps extends InputProps {
  readonly options: readonly NameOption[];
  /** The label of the empty choice; without it a name must be chosen. */
  readonly emptyLabel?: string;
}

/** A name that is not an option stays visible. */
export function NameSelect({ options, emptyLabel, ...input }: NameSelectProps) {
  const { t } = useTranslation();
  const { value, onChange, id, labelId, describedBy, disabled, invalid } = input;
  const name = asString(value, 160);
  const isKnown = name === '' || options.some((option) => option.name === name);
  const all = isKnown ? options : [...options, { name, label: t('designerScreen.settings.unknown', { name }) }];
  return (
    <Select
      size="small"
      fullWidth
      displayEmpty
      value={name}
      disabled={disabled}
      error={invalid}
      labelId={labelId}
      SelectDisplayProps={{ id, ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }) }}
      onChange={({ target }) => onChange(target.value)}
    >
      {(emptyLabel !== undefined || name === '') && (
        <MenuItem value="">{emptyLabel ?? t('engine.field.choose')}</MenuItem>
      )}
      {all.map((option) => (
        <MenuItem key={option.name} value={option.name}>
          {option.label}
        </MenuItem>
      ))}
    </Select>
  );
}
