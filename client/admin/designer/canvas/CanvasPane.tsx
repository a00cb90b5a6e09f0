/** The fields of the design in their order. */
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { DesignPaletteItem } from '../../../../common/designer/palette';
import { EmptyState } from '../../../ui/EmptyState';
import { useOpenDesign } from '../data/designContext';
import type { FieldActions } from '../data/useFieldActions';
import { droppedItem, isPaletteDrag } from '../palette/paletteDrag';
import { ProblemTexts } from '../properties/ProblemTexts';
import { CanvasField } from './CanvasField';

/** Deletes a field. When it leaves the list, the focus that was on it goes to the field in its place. */
function useRemoveField({ remove }: FieldActions) {
  const { fields } = useOpenDesign();
  const leaving = useRef<{ readonly id: number; readonly index: number } | null>(null);
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    const last = leaving.current;
    if (last === null || fields.some(({ id }) => id === last.id)) return;
    leaving.current = null;
    const isLost = document.activeElement === null || document.activeElement === document.body;
    const buttons = list.current?.querySelectorAll<HTMLElement>('[data-select]');
    if (isLost) buttons?.[Math.min(last.index, buttons.length - 1)]?.focus();
  }, [fields]);
  const removeField = (id: number) => {
    leaving.current = { id, index: fields.findIndex((stored) => stored.id === id) };
    void remove(id);
  };
  return { list, removeField };
}

interface CanvasPaneProps {
  readonly actions: FieldActions;
  readonly isLoading: boolean;
  readonly onSelect: (id: number) => void;
}
export function CanvasPane({ actions, isLoading, onSelect }: CanvasPaneProps) {
  const { t } = useTranslation();
  const { fields } = useOpenDesign();
  const { list, removeField } = useRemoveField(actions);
  if (isLoading)
    return (
      <Stack sx={{ gap: 2 }} aria-hidden>
        {[1, 2, 3, 4].map((row) => (
          <Skeleton key={row} variant="rounded" height={52} />
        ))}
      </Stack>
    );
  const addBefore = (item: DesignPaletteItem, before?: number) => void actions.add(item, before);
  return (
    <Stack
      component="section"
      aria-label={t('designerScreen.canvas.title')}
      sx={{ gap: 2, flex: 1 }}
      onDragOver={(event) => {
        if (isPaletteDrag(event)) event.preventDefault();
      }}
      onDrop={(event) => {
        const item = droppedItem(event);
        if (item === undefined) return;
        event.preventDefault();
        addBefore(item);
      }}
    >
      <ProblemTexts field={undefined} property="fields" />
      {fields.length === 0 && (
        <EmptyState title={t('designerScreen.canvas.empty')} help={t('designerScreen.canvas.empty_help')} />
      )}
      <Box
        component="ol"
        data-rows
        ref={list}
        aria-label={t('designerScreen.canvas.title')}
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexDirection: 'column', gap: 2 }}
      >
        {fields.map((stored) => (
          <CanvasField
            key={stored.id}
            stored={stored}
            actions={actions}
            onRemove={removeField}
            onSelect={() => onSelect(stored.id)}
            onDropItem={addBefore}
          />
        ))}
      </Box>
      {fields.length > 0 && (
        <Typography variant="caption" sx={{ color: 'text.secondary', display: { xs: 'none', md: 'block' } }}>
          {t('designerScreen.canvas.keys')}
        </Typography>
      )}
    </Stack>
  );
}
