/** Dialog for a new card of any readable entity: count, sum, breakdown, time series, or latest rows. */
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
import { getColumns, type Column } from '../../../../../common/entity/columns';
import { hasAdminScreen } from '../../../../../common/entity/permissionKeys';
import { CARD_KIND, CARD_LIMITS, type DashboardCard } from '../../../../../common/live/dashboardCards';
import { canGroupBy, canSum } from '../../../../../common/live/measure';
import { entityLabels } from '../../../../../common/locales/entityLabels';
import { useEngine } from '../../../../engine/engineContext';
import { menuLeaves, useMenu } from '../../../layout/menu/menuEntries';
import { useBootstrap } from '../../../../shared/api/bootstrap';
import { useLanguage } from '../../../../shared/i18n/i18n';

const SHAPES = ['count', 'sum', 'split', 'line', 'bars', 'growth', 'latest'] as const;
type Shape = (typeof SHAPES)[number];

interface NewCard {
  readonly e: string;
  readonly shape: Shape;
  readonly field: string;
  readonly title: string;
  readonly englishTitle: string;
}
function getTitles({ title, englishTitle }: NewCard): Pick<DashboardCard, 'title' | 'title_en'> {
  const [text, english] = [title.trim(), englishTitle.trim()];
  return { ...(text === '' ? {} : { title: text }), ...(english === '' ? {} : { title_en: english }) };
}
function getCard(draft: NewCard): DashboardCard {
  const { e, shape, field } = draft;
  const base = { id: nanoid(10), e, ...getTitles(draft) };
  const time = { at: 'create_time' };
  switch (shape) {
    case 'count':
      return { ...base, ...time, kind: CARD_KIND.metric, w: 2, h: 2 };
    case 'sum':
      return { ...base, ...time, kind: CARD_KIND.metric, add: field, w: 2, h: 2 };
    case 'split':
      return { ...base, kind: CARD_KIND.breakdown, by: field, w: 4, h: 4 };
    case 'latest':
      return { ...base, kind: CARD_KIND.latestRows, count: 6, w: 6, h: 4 };
    case 'line':
    case 'bars':
    case 'growth':
      return { ...base, ...time, kind: shape, grain: 'day', count: 30, w: 4, h: 4 };
  }
}
const COLUMN_FILTERS: Readonly<Partial<Record<Shape, (column: Column) => boolean>>> = {
  sum: canSum,
  split: canGroupBy,
};

interface AddCardDialogProps {
  readonly onAdd: (card: DashboardCard) => void;
  readonly onClose: () => void;
}
/** The entities whose rows the reader may read, in the order of the menu; those without a menu entry come last. */
function useReadableEntities() {
  const { registry } = useEngine();
  const { entities } = useBootstrap();
  const order = menuLeaves(useMenu()).map(({ entity }) => entity);
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return registry.all
    .filter((entity) => entities[entity.name] !== undefined && hasAdminScreen(entity))
    .toSorted((first, second) => place(first.name) - place(second.name));
}
/** Draft of the new card, with the entities and columns it can use. */
function useCardDraft() {
  const { registry } = useEngine();
  const { entities } = useBootstrap();
  const readableEntities = useReadableEntities();
  const [draft, setDraft] = useState<NewCard>({
    e: readableEntities[0]?.name ?? '',
    shape: 'count',
    field: '',
    title: '',
    englishTitle: '',
  });
  const entity = registry.get(draft.e);
  const columnFilter = COLUMN_FILTERS[draft.shape];
  const readable = entities[draft.e]?.readable ?? [];
  const fields =
    entity === undefined || columnFilter === undefined
      ? []
      : [...getColumns(entity).values()].filter((column) => columnFilter(column) && readable.includes(column.name));
  const field = fields.some(({ name }) => name === draft.field) ? draft.field : (fields[0]?.name ?? '');
  const isInvalid = entity === undefined || (columnFilter !== undefined && field === '');
  const updateDraft = (part: Partial<NewCard>) => setDraft({ ...draft, ...part });
  const needsField = columnFilter !== undefined;
  return { draft: { ...draft, field }, updateDraft, readableEntities, entity, fields, needsField, isInvalid };
}

export function AddCardDialog({ onAdd, onClose }: AddCardDialogProps) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const { draft, updateDraft, readableEntities, entity, fields, needsField, isInvalid } = useCardDraft();
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs">
      <DialogTitle>{t('dashboard.arrange.add')}</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 4, pt: 1 }}>
          <SelectField
            label={t('dashboard.arrange.noun')}
            value={draft.e}
            options={readableEntities.map((entity) => [entity.name, entityLabels(entity, lang).many] as const)}
            onChange={(e) => updateDraft({ e })}
          />
          <SelectField
            label={t('dashboard.arrange.shape')}
            value={draft.shape}
            options={SHAPES.map((shape) => [shape, t(`dashboard.arrange.shapes.${shape}`)] as const)}
            onChange={(shape) => updateDraft({ shape: SHAPES.find((option) => option === shape) ?? 'count' })}
          />
          {needsField && entity !== undefined && (
            <SelectField
              label={t('dashboard.arrange.field')}
              value={draft.field}
              {...(isInvalid ? { errorText: t('dashboard.arrange.no_field') } : {})}
              options={fields.map(({ name }) => [name, entityLabels(entity, lang).fields[name] ?? name] as const)}
              onChange={(name) => updateDraft({ field: name })}
            />
          )}
          <TextField
            label={t('dashboard.arrange.title')}
            value={draft.title}
            slotProps={{ htmlInput: { maxLength: CARD_LIMITS.title } }}
            onChange={(event) => updateDraft({ title: event.target.value })}
          />
          <TextField
            label={t('dashboard.arrange.title_en')}
            value={draft.englishTitle}
            slotProps={{ htmlInput: { maxLength: CARD_LIMITS.title } }}
            onChange={(event) => updateDraft({ englishTitle: event.target.value })}
          />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('dashboard.arrange.cancel')}</Button>
        <Button variant="contained" disabled={isInvalid} onClick={() => onAdd(getCard(draft))}>
          {t('dashboard.arrange.add')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface SelectFieldProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly errorText?: string;
  readonly onChange: (value: string) => void;
}
function SelectField({ label, value, options, errorText, onChange }: SelectFieldProps) {
  return (
    <TextField
      select
      label={label}
      value={value}
      error={errorText !== undefined}
      helperText={errorText ?? ''}
      onChange={(event) => onChange(event.target.value)}
    >
      {options.map(([option, optionLabel]) => (
        <MenuItem key={option} value={option}>
          {optionLabel}
        </MenuItem>
      ))}
    </TextField>
  );
}
