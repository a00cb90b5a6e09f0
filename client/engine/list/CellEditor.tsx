/** A value edited right in the grid: Enter saves, Escape gives it up, Tab saves and goes to the next one. */
import Box from '@mui/material/Box';
import { useEffect, useId, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import type { Column } from '../../../common/entity/meta';
import type { Wire } from '../../../common/entity/project';
import { useWords } from '../../shared/i18n';
import { viewOf } from '../kinds/index';
import type { RowHandlers } from './rowHandlers';

interface CellEditorProps {
  readonly entity: AnyEntity;
  readonly column: Column;
  /** The row as it was when editing began: what others change meanwhile is for the server to merge. */
  readonly row: Wire;
  readonly title: string;
  readonly commit: RowHandlers['commit'];
  /** `step`: to the next or the previous value of the row. */
  readonly onDone: (step: -1 | 0 | 1) => void;
}
function useCellEdit({ column, row, commit, onDone }: CellEditorProps, label: string) {
  const box = useRef<HTMLDivElement>(null);
  const [start] = useState(row);
  const before = start[column.name] ?? null;
  const [value, setValue] = useState<Json>(before);
  const closed = useRef(false);
  const finish = (step: -1 | 0 | 1, save: boolean) => {
    if (closed.current) return;
    closed.current = true;
    if (save && value !== before) void commit(start, column.name, value);
    onDone(step);
  };
  useEffect(() => {
    const input = box.current?.querySelector<HTMLElement>('input, textarea, [role=combobox], [tabindex="0"]');
    input?.setAttribute('aria-label', label);
    input?.focus();
    if (input instanceof HTMLInputElement) input.select();
  }, [label]);
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter and Escape of an input method belong to the composition.
    if (event.nativeEvent.isComposing) return;
    event.stopPropagation();
    if (event.key === 'Escape') finish(0, false);
    else if (event.key === 'Enter') finish(0, true);
    else if (event.key === 'Tab') finish(event.shiftKey ? -1 : 1, true);
    else return;
    event.preventDefault();
    if (event.key !== 'Tab') box.current?.closest('tr')?.focus();
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    const inside = relatedTarget instanceof Node && box.current?.contains(relatedTarget) === true;
    const popup =
      relatedTarget instanceof Element && relatedTarget.closest('[role=listbox], .MuiPopover-root') !== null;
    if (!inside && !popup) finish(0, true);
  };
  return { box, value, setValue, onKeyDown, onBlur };
}

export function CellEditor(props: CellEditorProps) {
  const { entity, column, row, title } = props;
  const { t } = useTranslation();
  const words = useWords(entity);
  const id = useId();
  const { Input } = viewOf(column.kind);
  const label = t('lists.edit_cell', { field: words.fields[column.name] ?? column.name, title });
  const { box, value, setValue, onKeyDown, onBlur } = useCellEdit(props, label);
  return (
    // The keys belong to the input inside.
    <Box
      ref={box}
      role="presentation"
      data-editing={column.name}
      onKeyDown={onKeyDown}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onBlur={onBlur}
      sx={{ mx: -1, minWidth: 96 }}
    >
      <Input
        entity={entity}
        column={column}
        value={value}
        onChange={setValue}
        id={id}
        labelId={`${id}-label`}
        label={label}
        describedBy={undefined}
        disabled={false}
        invalid={false}
        rowId={Number(row['id'])}
        stored={row[column.name] ?? null}
      />
    </Box>
  );
}
