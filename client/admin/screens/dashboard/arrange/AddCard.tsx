/** A new card from any noun the person may read: how many, a sum, parts of a whole, a line along time, or the newest rows. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { nanoid } from '@reduxjs/toolkit';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { columnsOf, type Column } from '../../../../../common/entity/columns';
import { hasAdminScreen } from '../../../../../common/entity/permissionNodes';
import { CARD_LIMITS, type Card } from '../../../../../common/live/dashboardCards';
import { canGroupBy, canSum } from '../../../../../common/live/measure';
import { entityLabels } from '../../../../../common/locales/entityLabels';
import { useEngine } from '../../../../engine/engineContext';
import { useBootstrap } from '../../../../shared/api/bootstrap';
import { useLanguage } from '../../../../shared/i18n/i18n';

const SHAPES = ['count', 'sum', 'split', 'line', 'bars', 'growth', 'latest'] as const;
type Shape = (typeof SHAPES)[number];

interface Draft {
  readonly e: string;
  readonly shape: Shape;
  readonly field: string;
  readonly title: string;
}
function cardOf({ e, shape, field, title }: Draft): Card {
  const named = { id: nanoid(10), e, ...(title.trim() === '' ? {} : { title: title.trim() }) };
  const time = { at: 'create_time' };
  switch (shape) {
    case 'count':
      return { ...named, ...time, kind: 'figure', w: 2, h: 2 };
    case 'sum':
      return { ...named, ...time, kind: 'figure', add: field, w: 2, h: 2 };
    case 'split':
      return { ...named, kind: 'split', by: field, w: 4, h: 4 };
    case 'latest':
      return { ...named, kind: 'latest', count: 6, w: 6, h: 4 };
    case 'line':
    case 'bars':
    case 'growth':
      return { ...named, ...time, kind: shape, grain: 'day', count: 30, w: 4, h: 4 };
  }
}
const FITS: Readonly<Partial<Record<Shape, (column: Column) => boolean>>> = { sum: canSum, split: canGroupBy };

interface AddCardProps {
  readonly onAdd: (card: Card) => void;
  readonly onClose: () => void;
}
export function AddCard({ onAdd, onClose }: AddCardProps) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const { registry } = useEngine();
  const { entities } = useBootstrap();
  const nouns = registry.all.filter((entity) => entities[entity.name] !== undefined && hasAdminScreen(entity));
  const [draft, setDraft] = useState<Draft>({ e: nouns[0]?.name ?? '', shape: 'count', field: '', title: '' });
  const entity = registry.get(draft.e);
  const fits = FITS[draft.shape];
  const readable = entities[draft.e]?.readable ?? [];
  const fields =
    entity === undefined || fits === undefined
      ? []
      : [...columnsOf(entity).values()].filter((column) => fits(column) && readable.includes(column.name));
  const field = fields.some(({ name }) => name === draft.field) ? draft.field : (fields[0]?.name ?? '');
  const impossible = entity === undefined || (fits !== undefined && field === '');
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs">
      <DialogTitle>{t('dashboard.arrange.add')}</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 4, pt: 1 }}>
          <Choose
            label={t('dashboard.arrange.noun')}
            value={draft.e}
            options={nouns.map((noun) => [noun.name, entityLabels(noun, lang).many] as const)}
            onChange={(e) => set({ e })}
          />
          <Choose
            label={t('dashboard.arrange.shape')}
            value={draft.shape}
            options={SHAPES.map((shape) => [shape, t(`dashboard.arrange.shapes.${shape}`)] as const)}
            onChange={(shape) => set({ shape: SHAPES.find((one) => one === shape) ?? 'count' })}
          />
          {fits !== undefined && entity !== undefined && (
            <Choose
              label={t('dashboard.arrange.field')}
              value={field}
              {...(impossible ? { trouble: t('dashboard.arrange.no_field') } : {})}
              options={fields.map(({ name }) => [name, entityLabels(entity, lang).fields[name] ?? name] as const)}
              onChange={(name) => set({ field: name })}
            />
          )}
          <TextField
            label={t('dashboard.arrange.title')}
            value={draft.title}
            slotProps={{ htmlInput: { maxLength: CARD_LIMITS.title } }}
            onChange={(event) => set({ title: event.target.value })}
          />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('dashboard.arrange.cancel')}</Button>
        <Button variant="contained" disabled={impossible} onClick={() => onAdd(cardOf({ ...draft, field }))}>
          {t('dashboard.arrange.add')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface ChooseProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, word: string])[];
  readonly trouble?: string;
  readonly onChange: (value: string) => void;
}
function Choose({ label, value, options, trouble, onChange }: ChooseProps) {
  return (
    <TextField
      select
      label={label}
      value={value}
      error={trouble !== undefined}
      helperText={trouble ?? ''}
      onChange={(event) => onChange(event.target.value)}
    >
      {options.map(([one, word]) => (
        <MenuItem key={one} value={one}>
          {word}
        </MenuItem>
      ))}
    </TextField>
  );
}
