/** One field of a form: label above, input, help below; an error replaces the help, a conflict stands under both. */
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { memo, Suspense, useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { columnNamed, type Column } from '../../../common/entity/meta';
import { hiddenStart } from '../../../common/entity/validate';
import { useWords } from '../../shared/i18n';
import { isUnseen } from '../departing';
import { valueOf, type Flash, type Rival } from '../draft';
import { useOverride } from '../engineContext';
import { flashing } from '../flash';
import { Masked, visuallyHidden } from '../kinds/cells';
import { viewOf } from '../kinds/index';
import { FieldPresence } from '../presence/FieldPresence';
import type { FieldHandlers, Form } from '../useForm';
import { ConflictBar } from './ConflictBar';
import { Freshness } from './Freshness';

/** Everything one field shows; it is drawn again only when some of it changed. */
interface FieldProps {
  readonly entity: AnyEntity;
  readonly column: Column;
  readonly label: string;
  readonly help: string | undefined;
  readonly value: Json;
  /** As the row has it, whatever was typed. */
  readonly stored: Json;
  /** The parent in the form, where rows stand in a tree; else the field this one follows. */
  readonly parent: Json;
  readonly seen: boolean;
  readonly editable: boolean;
  readonly disabled: boolean;
  readonly rowId: number | null;
  readonly fault: string | undefined;
  readonly flash: Flash | undefined;
  readonly rival: Rival | undefined;
  readonly handlers: FieldHandlers;
}

/** The record is where a text is read to its end. */
const WHOLE = { py: 1, '& > span': { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } } as const;
/** Values that are only read are shown as in a list, but for texts, which are there in full. */
function ReadValue({ entity, column, value, seen, rowId }: FieldProps) {
  const { Cell } = viewOf(column.kind);
  const Further = useOverride(entity)?.below?.[column.name];
  return (
    <>
      <Box
        sx={{ minHeight: 36, display: 'flex', alignItems: 'center', minWidth: 0, ...(column.kind === 'text' && WHOLE) }}
      >
        {seen ? <Cell entity={entity} column={column} value={value} row={{}} /> : <Masked />}
      </Box>
      {Further && seen && rowId !== null && (
        <Suspense fallback={null}>
          <Further rowId={rowId} />
        </Suspense>
      )}
    </>
  );
}

interface BelowProps extends Pick<FieldProps, 'fault' | 'flash' | 'help'> {
  readonly id: string;
}
function Below({ fault, flash, help, id }: BelowProps): ReactNode {
  if (fault !== undefined)
    return (
      <FormHelperText id={id} error>
        {fault}
      </FormHelperText>
    );
  if (flash !== undefined)
    return (
      <FormHelperText id={id} component="div">
        <Freshness flash={flash} otherwise={help} />
      </FormHelperText>
    );
  return help === undefined ? null : <FormHelperText id={id}>{help}</FormHelperText>;
}

interface LabelProps {
  readonly id: string;
  readonly text: string;
  readonly required: boolean;
  readonly invalid: boolean;
  readonly editable: boolean;
}
function FieldLabel({ id, text, required, invalid, editable }: LabelProps) {
  const { t } = useTranslation();
  return (
    <FormLabel
      id={`${id}-label`}
      {...(editable ? { htmlFor: id } : { component: 'div' })}
      error={invalid}
      sx={{
        display: 'block',
        mb: 1,
        fontSize: '0.8125rem',
        lineHeight: '1.25rem',
        fontWeight: 500,
        color: 'text.primary',
        '&.Mui-focused': { color: 'text.primary' },
      }}
    >
      {text}
      {required && editable && (
        <Box component="span" sx={{ color: 'error.main', ml: 0.5 }}>
          <span aria-hidden>*</span>
          <Box component="span" sx={visuallyHidden}>
            {t('engine.form.required')}
          </Box>
        </Box>
      )}
    </FormLabel>
  );
}

/** Laid over the input, which must never be mounted anew while somebody types in it. */
const Tint = ({ flash }: { readonly flash: Flash }) => (
  <Box
    key={flash.at}
    aria-hidden
    sx={{ ...flashing, position: 'absolute', inset: 0, zIndex: 1, pointerEvents: 'none' }}
  />
);

function FieldView(props: FieldProps) {
  const {
    entity,
    column,
    label,
    help,
    value,
    stored,
    parent,
    editable,
    disabled,
    rowId,
    fault,
    flash,
    rival,
    handlers,
  } = props;
  const exceptions = useOverride(entity);
  const id = useId();
  const field = column.name;
  const Input = exceptions?.inputs[field] ?? viewOf(column.kind).Input;
  const invalid = fault !== undefined;
  const required = column.options.required === true && (column.kind !== 'password' || rowId === null);
  return (
    <Box data-field={field} sx={{ minWidth: 0, flex: 1 }}>
      <FieldLabel id={id} text={label} required={required && !disabled} invalid={invalid} editable={editable} />
      <Box
        sx={{ position: 'relative' }}
        // Only what is being written holds back what others write: no button beside a value that is read.
        {...(editable ? { onFocus: () => handlers.focus(field), onBlur: handlers.blur } : {})}
      >
        {flash && <Tint flash={flash} />}
        {editable ? (
          <Input
            entity={entity}
            column={column}
            value={value}
            onChange={(next) => handlers.type(field, next)}
            id={id}
            labelId={`${id}-label`}
            label={label}
            describedBy={invalid || flash !== undefined || help !== undefined ? `${id}-help` : undefined}
            disabled={disabled}
            invalid={invalid}
            rowId={rowId}
            stored={stored}
            parent={parent}
          />
        ) : (
          <ReadValue {...props} />
        )}
      </Box>
      <Below fault={fault} flash={flash} help={help} id={`${id}-help`} />
      {rival && <ConflictBar entity={entity} handlers={handlers} field={field} rival={rival} mine={value} />}
    </Box>
  );
}
const MemoField = memo(FieldView);

export function FormField({ form, field }: { readonly form: Form; readonly field: string }) {
  const { entity, draft, rights, readOnly } = form;
  const { t } = useTranslation();
  const words = useWords(entity);
  const beside = useOverride(entity)?.beside?.[field] ?? entity.spec.tree;
  const column = columnNamed(entity, field);
  if (column === undefined) return null;
  const editable = rights.writable.has(field) && !column.readonly;
  const disabled =
    isUnseen(draft) ||
    readOnly === 'rights' ||
    (readOnly === 'locked' && form.dirty.length === 0 && draft.focused === null);
  // How to write an entry of a log helps nobody once it is written.
  const isSaid = editable && entity.spec.base === 'log' && draft.id !== null;
  const start = editable && draft.id === null ? hiddenStart(entity) : undefined;
  const isHidden = start?.field === field && valueOf(draft, field) === start.value;
  return (
    <FieldPresence entity={entity} id={draft.id} field={field}>
      <MemoField
        entity={entity}
        column={column}
        label={words.fields[field] ?? field}
        help={isHidden ? t('engine.form.starts_hidden') : isSaid && disabled ? undefined : words.help[field]}
        value={valueOf(draft, field)}
        stored={draft.base[field] ?? null}
        parent={beside === undefined ? null : valueOf(draft, beside)}
        seen={rights.readable.has(field)}
        editable={editable}
        disabled={disabled}
        rowId={draft.id}
        fault={draft.faults[field]}
        flash={draft.flashes[field]}
        rival={draft.review === null ? draft.conflicts[field] : undefined}
        handlers={form.handlers}
      />
    </FieldPresence>
  );
}
