/**
 * Inline editor of a grid value: Enter saves, Escape cancels, Tab saves and moves on. An invalid or rejected value
 * stays in its editor with the reason.
 */
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Popper from '@mui/material/Popper';
import Typography from '@mui/material/Typography';
import { useEffect, useEffectEvent, useId, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { Json } from '../../../../common/entity/field';
import type { Column } from '../../../../common/entity/columns';
import type { WireRow } from '../../../../common/entity/projectRow';
import { validate } from '../../../../common/entity/validate';
import { translateIssue, useEntityLabels } from '../../../shared/i18n/i18n';
import { getFieldType } from '../../fieldTypes/index';
import type { RowHandlers } from '../useRowHandlers';
import type { RejectedEdit } from './useInlineEditing';
import type { OrphanedEdit } from './useOrphanedEdit';

interface CellEditorProps {
  readonly entity: AnyEntity;
  readonly column: Column;
  /** The row when editing began; the server merges later changes. */
  readonly row: WireRow;
  readonly title: string;
  /** Whether the user edits this cell; false: its rejected value waits for a correction. */
  readonly isActive: boolean;
  /** The rejected text and the reason. */
  readonly rejectedEdit: RejectedEdit | undefined;
  readonly commit: RowHandlers['onCommit'];
  readonly onRejected: (rejectedEdit: RejectedEdit | null) => void;
  /** Called when the cell unmounts with unsaved text. */
  readonly onOrphaned: (orphanedEdit: OrphanedEdit) => void;
  /** Ends the edit. `step`: 1 or -1 moves to the next or previous editable value of the row; 0 stays. */
  readonly onDone: (step: -1 | 0 | 1) => void;
}

/** Validates the value before it is sent. */
function useValidateCell(entity: AnyEntity, column: Column) {
  const { i18n } = useTranslation();
  return (value: Json): string | null => {
    const [issue] = validate(entity, { [column.name]: value }, { mode: 'update', columns: [column] }).issues;
    return issue === undefined ? null : translateIssue(i18n, issue);
  };
}

/** Passes unsaved text on when the editor unmounts. */
function useRescueOnUnmount(readUnsaved: () => OrphanedEdit | null, onOrphaned: CellEditorProps['onOrphaned']): void {
  const isMounted = useRef(false);
  const onUnmounted = useEffectEvent(() => {
    const orphanedEdit = readUnsaved();
    // React strict mode unmounts and mounts an editor once more: only one that stays unmounted counts.
    queueMicrotask(() => {
      if (orphanedEdit !== null && !isMounted.current) onOrphaned(orphanedEdit);
    });
  });
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      onUnmounted();
    };
  }, []);
}

type FinishReason = 'saved' | 'left' | 'given up';
/** The way in which a key ends the edit: the step to the next value and the reason; undefined for every other key. */
function endingOfKey({ key, shiftKey }: KeyboardEvent): readonly [-1 | 0 | 1, FinishReason] | undefined {
  if (key === 'Escape') return [0, 'given up'];
  if (key === 'Enter') return [0, 'saved'];
  return key === 'Tab' ? [shiftKey ? -1 : 1, 'saved'] : undefined;
}
function useCellEdit(props: CellEditorProps, label: string) {
  const { entity, column, row, isActive, rejectedEdit, commit, onRejected, onOrphaned, onDone } = props;
  const boxRef = useRef<HTMLDivElement>(null);
  const validateCell = useValidateCell(entity, column);
  const [initialRow] = useState(rejectedEdit?.row ?? row);
  const initialValue = initialRow[column.name] ?? null;
  const [value, setValue] = useState<Json>(rejectedEdit ? rejectedEdit.value : initialValue);
  const isClosed = useRef(false);
  const save = async () => {
    const fault = await commit(initialRow, column.name, value);
    if (fault !== null) onRejected({ row: initialRow, value, fault });
  };
  const finish = (step: -1 | 0 | 1, reason: FinishReason) => {
    // Blur without a change keeps the rejection.
    if (isClosed.current || (reason === 'left' && rejectedEdit?.value === value)) return;
    const isChanged = reason !== 'given up' && value !== initialValue;
    const fault = isChanged ? validateCell(value) : null;
    if (fault !== null) {
      onRejected({ row: initialRow, value, fault });
      return;
    }
    isClosed.current = true;
    onRejected(null);
    if (isChanged) void save();
    onDone(step);
    if (reason !== 'left' && step === 0) boxRef.current?.closest('tr')?.focus();
  };
  useRescueOnUnmount(
    () => (isClosed.current || value === initialValue ? null : { row: initialRow, field: column.name, value }),
    onOrphaned,
  );
  const shouldFocus = useEffectEvent(() => {
    const { activeElement } = document;
    return (
      isActive ||
      activeElement === document.body ||
      (activeElement !== null && boxRef.current?.closest('tr') === activeElement)
    );
  });
  useEffect(() => {
    const input = boxRef.current?.querySelector<HTMLElement>('input, textarea, [role=combobox], [tabindex="0"]');
    input?.setAttribute('aria-label', label);
    if (!shouldFocus()) return;
    input?.focus();
    if (input instanceof HTMLInputElement) input.select();
  }, [label]);
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter and Escape of an input method end the composition only.
    if (event.nativeEvent.isComposing) return;
    event.stopPropagation();
    const ending = endingOfKey(event);
    if (ending) finish(...ending);
    if (ending) event.preventDefault();
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    const isInside = relatedTarget instanceof Node && boxRef.current?.contains(relatedTarget) === true;
    const isInPopup =
      relatedTarget instanceof Element && relatedTarget.closest('[role=listbox], .MuiPopover-root') !== null;
    if (!isInside && !isInPopup) finish(0, 'left');
  };
  return { boxRef, value, setValue, onKeyDown, onBlur };
}

/** A popper, because the row has no space for a second line. */
function CellError({ id, text }: { readonly id: string; readonly text: string }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Box ref={setAnchor} />
      {anchor && (
        <Popper open anchorEl={anchor} placement="bottom-start" sx={{ zIndex: 'tooltip' }}>
          <Paper role="alert" id={id} elevation={4} sx={{ px: 3, py: 1.5, maxWidth: 320, color: 'error.main' }}>
            <Typography variant="body2">{text}</Typography>
          </Paper>
        </Popper>
      )}
    </>
  );
}

export function CellEditor(props: CellEditorProps) {
  const { entity, column, row, title } = props;
  const { t } = useTranslation();
  const labels = useEntityLabels(entity);
  const id = useId();
  const { Input } = getFieldType(column.kind);
  const label = t('lists.edit_cell', { field: labels.fields[column.name] ?? column.name, title });
  const fault = props.rejectedEdit?.fault;
  const { boxRef, value, setValue, onKeyDown, onBlur } = useCellEdit(props, label);
  return (
    // Keys belong to the input inside.
    <Box
      ref={boxRef}
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
        describedBy={fault === undefined ? undefined : `${id}-fault`}
        disabled={false}
        invalid={fault !== undefined}
        rowId={Number(row['id'])}
        stored={row[column.name] ?? null}
      />
      {fault !== undefined && <CellError id={`${id}-fault`} text={fault} />}
    </Box>
  );
}
