/** One field in the list of fields: select, drag, duplicate, delete. */
import CopyIcon from '@mui/icons-material/ContentCopyOutlined';
import DeleteIcon from '@mui/icons-material/DeleteOutlineOutlined';
import ErrorIcon from '@mui/icons-material/ErrorOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState, type DragEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { PRIMARY_KEY_KIND } from '../../../../common/designer/designKinds';
import type { DesignPaletteItem } from '../../../../common/designer/palette';
import { crudDesignField } from '../../../../common/entities/crudDesignField';
import { DragHandle } from '../../../engine/list/tree/DragHandle';
import { RowPresence } from '../../../engine/presence/RowPresence';
import { useEntityLabels, useLanguage } from '../../../shared/i18n/i18n';
import { NamedIcon } from '../../../ui/NamedIcon';
import { useOpenDesign } from '../data/designContext';
import type { FieldActions } from '../data/useFieldActions';
import type { StoredField } from '../data/useDesignFields';
import { droppedItem, isPaletteDrag } from '../palette/paletteDrag';
import { kindIcon } from '../palette/kindIcon';

/** Keys on the selected field. `focus`: by how many fields the focus moves. */
type KeyAction = { readonly focus: -1 | 1 } | { readonly move: -1 | 1 } | 'remove';
function keyAction({ key, altKey }: KeyboardEvent): KeyAction | undefined {
  if (key === 'Delete') return 'remove';
  const step = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : undefined;
  if (step === undefined) return undefined;
  return altKey ? { move: step } : { focus: step };
}

/** Moves the focus to the field above or below. */
function focusNeighbor(button: HTMLElement, step: -1 | 1): void {
  const item = button.closest('li');
  const neighbor = step === 1 ? item?.nextElementSibling : item?.previousElementSibling;
  neighbor?.querySelector<HTMLElement>('[data-select]')?.focus();
}

/** The labels of the field's badges: kind, required, unique and so on. */
function useBadges({ field }: StoredField): readonly string[] {
  const { t } = useTranslation();
  if (field.kind === PRIMARY_KEY_KIND) return [];
  return [
    ...(field.required === 1 ? [t('designerScreen.canvas.required')] : []),
    ...(field.is_unique === 1 ? [t('designerScreen.canvas.unique')] : []),
    ...(field.in_form === 1 ? [] : [t('designerScreen.canvas.hidden')]),
  ];
}

interface CanvasFieldProps {
  readonly stored: StoredField;
  readonly actions: FieldActions;
  readonly onRemove: (id: number) => void;
  readonly onSelect: () => void;
  readonly onDropItem: (item: DesignPaletteItem, before: number) => void;
}

function FieldText({ stored }: { readonly stored: StoredField }) {
  const { t } = useTranslation();
  const { problems } = useOpenDesign();
  const isEnglish = useLanguage() === 'en';
  const { choices } = useEntityLabels(crudDesignField);
  const badges = useBadges(stored);
  const { field } = stored;
  const label = isEnglish ? field.label_en : field.label_zh;
  const isRenamed = field.applied_name !== '' && field.applied_name !== field.name;
  const formerName = isRenamed ? [t('designerScreen.canvas.renamed', { name: field.applied_name })] : [];
  const hasProblem = problems.some((problem) => problem.field === field.name);
  return (
    <>
      <NamedIcon name={kindIcon(field.kind)} />
      <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
        <Typography component="span" noWrap sx={{ display: 'block', fontWeight: 500 }}>
          {label === '' ? field.name : label}
        </Typography>
        <Typography component="span" variant="caption" noWrap sx={{ display: 'block', color: 'text.secondary' }}>
          {[field.name, ...formerName, choices['kind']?.[field.kind] ?? field.kind].join(' · ')}
        </Typography>
      </Box>
      {badges.map((text) => (
        <Chip key={text} size="small" variant="outlined" label={text} sx={{ display: { xs: 'none', sm: 'flex' } }} />
      ))}
      {hasProblem && <ErrorIcon fontSize="small" color="error" titleAccess={t('designerScreen.canvas.has_problem')} />}
    </>
  );
}

/** Takes items of the palette that are dropped on a field: they are added before it. */
function useDropTarget(onDrop: (item: DesignPaletteItem) => void) {
  const [isOver, setIsOver] = useState(false);
  return {
    isOver,
    dropHandlers: {
      onDragOver: (event: DragEvent) => {
        if (!isPaletteDrag(event)) return;
        event.preventDefault();
        setIsOver(true);
      },
      onDragLeave: () => setIsOver(false),
      onDrop: (event: DragEvent) => {
        setIsOver(false);
        const item = droppedItem(event);
        if (item === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        onDrop(item);
      },
    },
  };
}

function FieldTools({
  stored: { id, field },
  actions,
  onRemove,
}: Pick<CanvasFieldProps, 'stored' | 'actions' | 'onRemove'>) {
  const { t } = useTranslation();
  return (
    <>
      <IconButton
        size="small"
        aria-label={t('designerScreen.canvas.duplicate', { name: field.name })}
        disabled={field.kind === PRIMARY_KEY_KIND}
        onClick={() => void actions.duplicate(id)}
      >
        <CopyIcon fontSize="small" />
      </IconButton>
      <IconButton
        size="small"
        aria-label={t('designerScreen.canvas.remove', { name: field.name })}
        onClick={() => onRemove(id)}
      >
        <DeleteIcon fontSize="small" />
      </IconButton>
    </>
  );
}

export function CanvasField({ stored, actions, onRemove, onSelect, onDropItem }: CanvasFieldProps) {
  const { t } = useTranslation();
  const { selectedId } = useOpenDesign();
  const { id, field } = stored;
  const isSelected = id === selectedId;
  const { isOver, dropHandlers } = useDropTarget((item) => onDropItem(item, id));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const action = keyAction(event);
    if (action === undefined) return;
    event.preventDefault();
    if (action === 'remove') onRemove(id);
    else if ('move' in action) actions.move(id, { step: action.move });
    else focusNeighbor(event.currentTarget, action.focus);
  };
  return (
    <Stack
      component="li"
      direction="row"
      data-id={id}
      {...dropHandlers}
      sx={{
        ...{ alignItems: 'center', gap: 1, pl: 2, pr: 1, minHeight: 52, border: 1, borderRadius: '6px' },
        borderColor: isSelected ? 'primary.main' : 'divider',
        bgcolor: isSelected ? 'action.selected' : 'background.paper',
        ...(isOver ? { boxShadow: (theme) => `0 -3px 0 ${theme.vars?.palette.primary.main ?? ''}` } : {}),
        '&[data-over]': { boxShadow: (theme) => `0 -3px 0 ${theme.vars?.palette.primary.main ?? ''}` },
      }}
    >
      <DragHandle
        entity={crudDesignField}
        id={id}
        title={field.name}
        isTabStop
        handlers={{ onMove: (moved, target) => actions.move(moved, target) }}
      />
      <ButtonBase
        data-select
        aria-label={t('designerScreen.canvas.select', { name: field.name })}
        aria-pressed={isSelected}
        onClick={onSelect}
        onKeyDown={onKeyDown}
        sx={{
          flex: 1,
          minWidth: 0,
          minHeight: 44,
          gap: 2,
          justifyContent: 'start',
          textAlign: 'start',
          borderRadius: '6px',
          px: 1,
        }}
      >
        <FieldText stored={stored} />
      </ButtonBase>
      <RowPresence entity={crudDesignField} id={id} title={field.name} />
      <FieldTools stored={stored} actions={actions} onRemove={onRemove} />
    </Stack>
  );
}
