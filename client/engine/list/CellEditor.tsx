/**
 * A value edited right in the grid: Enter saves, Escape gives it up, Tab saves and goes to the next one. One that is not
 * valid, or was refused, stays in its editor with the reason.
 */
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Popper from '@mui/material/Popper';
import Typography from '@mui/material/Typography';
import { useEffect, useEffectEvent, useId, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import type { Column } from '../../../common/entity/meta';
import type { Wire } from '../../../common/entity/project';
import { validate } from '../../../common/entity/validate';
import { sayIssue, useWords } from '../../shared/i18n';
import { viewOf } from '../kinds/index';
import type { RowHandlers } from './rowHandlers';
import type { Refusal } from './useInPlace';
import type { Stray } from './useStray';

interface CellEditorProps {
  readonly entity: AnyEntity;
  readonly column: Column;
  /** The row as it was when editing began: what others change meanwhile is for the server to merge. */
  readonly row: Wire;
  readonly title: string;
  /** It is the one being edited, not one that merely waits to be put right. */
  readonly active: boolean;
  /** What was typed before and why nobody took it. */
  readonly refusal: Refusal | undefined;
  readonly commit: RowHandlers['commit'];
  readonly onRefused: (refusal: Refusal | null) => void;
  /** The cell goes away, with what was typed in it. */
  readonly onStray: (stray: Stray) => void;
  /** `step`: to the next or the previous value of the row. */
  readonly onDone: (step: -1 | 0 | 1) => void;
}

/** The complaint of the field itself, before anything is sent. */
function useCheck(entity: AnyEntity, column: Column) {
  const { i18n } = useTranslation();
  return (value: Json): string | null => {
    const [issue] = validate(entity, { [column.name]: value }, { mode: 'update', columns: [column] }).issues;
    return issue === undefined ? null : sayIssue(i18n, issue);
  };
}

/** Hands on what was typed, if it is anything, when the editor goes away with it. */
function useLastWord(read: () => Stray | null, onStray: CellEditorProps['onStray']): void {
  const shown = useRef(false);
  const gone = useEffectEvent(() => {
    const left = read();
    // Only what stays away is gone: an effect may be run twice.
    queueMicrotask(() => {
      if (left !== null && !shown.current) onStray(left);
    });
  });
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
      gone();
    };
  }, []);
}

type How = 'saved' | 'left' | 'given up';
function useCellEdit(props: CellEditorProps, label: string) {
  const { entity, column, row, active, refusal, commit, onRefused, onStray, onDone } = props;
  const box = useRef<HTMLDivElement>(null);
  const check = useCheck(entity, column);
  const [start] = useState(refusal?.row ?? row);
  const before = start[column.name] ?? null;
  const [value, setValue] = useState<Json>(refusal ? refusal.value : before);
  const closed = useRef(false);
  const save = async () => {
    const fault = await commit(start, column.name, value);
    if (fault !== null) onRefused({ row: start, value, fault });
  };
  const finish = (step: -1 | 0 | 1, how: How) => {
    // Merely passing by says nothing new about a refused value.
    if (closed.current || (how === 'left' && refusal?.value === value)) return;
    const changed = how !== 'given up' && value !== before;
    const fault = changed ? check(value) : null;
    if (fault !== null) {
      onRefused({ row: start, value, fault });
      return;
    }
    closed.current = true;
    onRefused(null);
    if (changed) void save();
    onDone(step);
    if (how !== 'left' && step === 0) box.current?.closest('tr')?.focus();
  };
  useLastWord(() => (closed.current || value === before ? null : { row: start, field: column.name, value }), onStray);
  const wanted = useEffectEvent(() => {
    const at = document.activeElement;
    return active || at === document.body || (at !== null && box.current?.closest('tr') === at);
  });
  useEffect(() => {
    const input = box.current?.querySelector<HTMLElement>('input, textarea, [role=combobox], [tabindex="0"]');
    input?.setAttribute('aria-label', label);
    if (!wanted()) return;
    input?.focus();
    if (input instanceof HTMLInputElement) input.select();
  }, [label]);
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter and Escape of an input method belong to the composition.
    if (event.nativeEvent.isComposing) return;
    event.stopPropagation();
    if (event.key === 'Escape') finish(0, 'given up');
    else if (event.key === 'Enter') finish(0, 'saved');
    else if (event.key === 'Tab') finish(event.shiftKey ? -1 : 1, 'saved');
    else return;
    event.preventDefault();
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    const inside = relatedTarget instanceof Node && box.current?.contains(relatedTarget) === true;
    const popup =
      relatedTarget instanceof Element && relatedTarget.closest('[role=listbox], .MuiPopover-root') !== null;
    if (!inside && !popup) finish(0, 'left');
  };
  return { box, value, setValue, onKeyDown, onBlur };
}

/** Beside the cell, since a row has no room for a second line. */
function Complaint({ id, text }: { readonly id: string; readonly text: string }) {
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
  const words = useWords(entity);
  const id = useId();
  const { Input } = viewOf(column.kind);
  const label = t('lists.edit_cell', { field: words.fields[column.name] ?? column.name, title });
  const fault = props.refusal?.fault;
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
        describedBy={fault === undefined ? undefined : `${id}-fault`}
        disabled={false}
        invalid={fault !== undefined}
        rowId={Number(row['id'])}
        stored={row[column.name] ?? null}
      />
      {fault !== undefined && <Complaint id={`${id}-fault`} text={fault} />}
    </Box>
  );
}
