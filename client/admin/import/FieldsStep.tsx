/** Second step: a field for each column of the file, and what to do with its rows. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import type { ImportPreview } from '../../../common/protocol/dataImport';
import { useEntityLabels } from '../../shared/i18n/i18n';
import type { CheckArgs } from './importApi';

export type Choices = Omit<CheckArgs, 'id'>;

interface FieldsStepProps {
  readonly entity: AnyEntity;
  readonly preview: ImportPreview;
  readonly choices: Choices;
  readonly onChange: (choices: Choices) => void;
}

/** Required fields that new records would lack. */
const findUnmappedFields = ({ fields }: ImportPreview, { mapping, mode }: Choices): readonly string[] =>
  mode === 'update'
    ? []
    : fields.filter(({ name, required }) => required && !mapping.includes(name)).map(({ name }) => name);

/** Whether the file can be checked with these choices. */
export const canCheck = (preview: ImportPreview, choices: Choices): boolean =>
  choices.mapping.some((name) => name !== null) &&
  findUnmappedFields(preview, choices).length === 0 &&
  (choices.mode === 'create' || choices.mapping.includes(choices.key));

interface ColumnRowProps extends FieldsStepProps {
  readonly index: number;
}
function ColumnRow({ entity, preview, choices, onChange, index }: ColumnRowProps) {
  const { t } = useTranslation();
  const labels = useEntityLabels(entity).fields;
  const heading = preview.headings[index] ?? '';
  const values = preview.samples.map((cells) => cells[index] ?? '').filter((cell) => cell !== '');
  const choose = (name: string) => {
    const mapping = choices.mapping.map((field, at) =>
      at === index ? (name === '' ? null : name) : field === name ? null : field,
    );
    onChange({ ...choices, mapping });
  };
  const option = (name: string, isReadonly: boolean) => {
    const label = labels[name] ?? name;
    return isReadonly ? t('imports.fields.lookup_only', { field: label }) : label;
  };
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gap: { xs: 1, sm: 4 },
        alignItems: 'center',
        py: 2,
        borderBottom: 1,
        borderColor: 'divider',
        gridTemplateColumns: { xs: '1fr', sm: 'minmax(0, 1fr) minmax(0, 1fr) 280px' },
      }}
    >
      <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
        {heading === '' ? `#${index + 1}` : heading}
      </Typography>
      <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
        {values.length === 0 ? t('imports.fields.none') : values.slice(0, 3).join(' · ')}
      </Typography>
      <TextField
        select
        size="small"
        label={t('imports.fields.field')}
        value={choices.mapping[index] ?? ''}
        onChange={({ target }) => choose(target.value)}
        slotProps={{
          select: {
            displayEmpty: true,
            SelectDisplayProps: { 'aria-label': `${heading}: ${t('imports.fields.field')}` },
          },
          inputLabel: { shrink: true },
        }}
      >
        <MenuItem value="">{t('imports.fields.skip')}</MenuItem>
        {preview.fields.map(({ name, isReadonly }) => (
          <MenuItem key={name} value={name}>
            {option(name, isReadonly)}
          </MenuItem>
        ))}
      </TextField>
    </Box>
  );
}

function ModeFields({ entity, preview, choices, onChange }: FieldsStepProps) {
  const { t } = useTranslation();
  const labels = useEntityLabels(entity).fields;
  const { create, update } = preview.can;
  const modes = [
    ...(create ? (['create'] as const) : []),
    ...(update ? (['update'] as const) : []),
    ...(create && update ? (['both'] as const) : []),
  ];
  const keys = preview.fields.filter(({ name, isKey }) => isKey && choices.mapping.includes(name));
  const needsKey = choices.mode !== 'create';
  const chooseMode = (mode: Choices['mode']) => {
    const [first] = keys;
    onChange({
      ...choices,
      mode,
      key: mode === 'create' ? '' : choices.key === '' ? (first?.name ?? '') : choices.key,
    });
  };
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 3 }}>
      <TextField
        select
        size="small"
        label={t('imports.fields.mode')}
        value={choices.mode}
        onChange={({ target }) => chooseMode(modes.find((mode) => mode === target.value) ?? 'create')}
        sx={{ minWidth: 240 }}
      >
        {modes.map((mode) => (
          <MenuItem key={mode} value={mode}>
            {t(`imports.fields.modes.${mode}`)}
          </MenuItem>
        ))}
      </TextField>
      {needsKey && (
        <TextField
          select
          size="small"
          label={t('imports.fields.key')}
          value={keys.some(({ name }) => name === choices.key) ? choices.key : ''}
          helperText={keys.length === 0 ? t('imports.fields.key_missing') : t('imports.fields.key_help')}
          onChange={({ target }) => onChange({ ...choices, key: target.value })}
          sx={{ minWidth: 240 }}
        >
          {keys.map(({ name }) => (
            <MenuItem key={name} value={name}>
              {labels[name] ?? name}
            </MenuItem>
          ))}
        </TextField>
      )}
    </Stack>
  );
}

function OptionFields({ preview, choices, onChange }: FieldsStepProps) {
  const { t } = useTranslation();
  const { options } = choices;
  const hasDates = preview.fields.some(({ name, isDate }) => isDate && choices.mapping.includes(name));
  const box = (name: keyof Choices['options'], label: string) => (
    <FormControlLabel
      label={label}
      control={
        <Checkbox
          checked={options[name]}
          onChange={({ target }) => onChange({ ...choices, options: { ...options, [name]: target.checked } })}
        />
      }
    />
  );
  return (
    <Stack>
      {choices.mode !== 'create' && box('clearEmpty', t('imports.fields.empty'))}
      {hasDates && box('dayFirst', t('imports.fields.day_first'))}
    </Stack>
  );
}

export function FieldsStep(props: FieldsStepProps) {
  const { t } = useTranslation();
  const { entity, preview, choices } = props;
  const labels = useEntityLabels(entity).fields;
  const missing = findUnmappedFields(preview, choices);
  return (
    <Stack sx={{ gap: 4 }}>
      <Typography sx={{ color: 'text.secondary' }}>{t('imports.fields.help', { name: preview.file_name })}</Typography>
      <ModeFields {...props} />
      <OptionFields {...props} />
      {missing.length > 0 && (
        <Alert severity="warning">
          {t('imports.fields.missing', { fields: missing.map((name) => labels[name] ?? name).join(', ') })}
        </Alert>
      )}
      <Box component="ul" aria-label={t('imports.steps.fields')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {preview.headings.map((heading, index) => (
          <ColumnRow key={`${index} ${heading}`} {...props} index={index} />
        ))}
      </Box>
    </Stack>
  );
}
