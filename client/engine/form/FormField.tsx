/** One field of a form: label, input, then help text. An error replaces the help; a conflict is shown below both. */
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { memo, Suspense, useId, useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Json } from '../../../common/entity/field';
import { findColumn, type Column } from '../../../common/entity/columns';
import { hiddenInitialValue } from '../../../common/entity/validate';
import { useEntityLabels } from '../../shared/i18n/i18n';
import { isInaccessible } from '../formState/recordRemoval';
import { currentValue, isShared, type ChangeHighlight, type RemoteChange } from '../formState/draft';
import { useOverride } from '../engineContext';
import { useIsCurrentUser } from '../useActorName';
import { highlightStyle } from '../highlightStyle';
import { MaskedText } from '../fieldTypes/cells/cells';
import { visuallyHidden } from '../../ui/visuallyHidden';
import type { FieldSharing } from '../richText/fieldSharing';
import { getFieldType } from '../fieldTypes/index';
import { FieldPresence } from '../presence/FieldPresence';
import type { FieldHandlers, EntityFormState } from '../formState/entityFormState';
import { ConflictBar } from '../conflict/ConflictBar';
import { RecentChangeHint } from './RecentChangeHint';

/** Props of one field, which renders again only when one of them changes. */
interface FieldProps {
  readonly entity: AnyEntity;
  readonly column: Column;
  readonly label: string;
  readonly help: string | undefined;
  readonly value: Json;
  /** The stored value, without unsaved text. */
  readonly stored: Json;
  /** The current value of the field that this one depends on; by default the parent field of a tree. */
  readonly parent: Json;
  /** The form requires a value, even if the definition does not. */
  readonly isNeeded: boolean;
  readonly isReadable: boolean;
  readonly isEditable: boolean;
  readonly isDisabled: boolean;
  readonly rowId: number | null;
  readonly fault: string | undefined;
  readonly highlight: ChangeHighlight | undefined;
  readonly remoteChange: RemoteChange | undefined;
  /** The conflict dialog is open. */
  readonly isInReview: boolean;
  readonly isSaving: boolean;
  readonly handlers: FieldHandlers;
}

/** The form shows texts in full, so they wrap. */
const WRAP_TEXT = { py: 1, '& > span': { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } } as const;
/** Read-only values look as in a list, except that texts are shown in full. */
function ReadValue({ entity, column, value, isReadable }: FieldProps) {
  const { Cell } = getFieldType(column.kind);
  return (
    <Box
      sx={{
        minHeight: 36,
        display: 'flex',
        alignItems: 'center',
        minWidth: 0,
        ...(column.kind === 'text' && WRAP_TEXT),
      }}
    >
      {isReadable ? <Cell entity={entity} column={column} value={value} row={{}} /> : <MaskedText />}
    </Box>
  );
}

/** What the screen shows below a field of a stored record, editable or not. */
function BelowField({ entity, column, isReadable, rowId }: FieldProps) {
  const Override = useOverride(entity)?.belowField?.[column.name];
  if (Override === undefined || !isReadable || rowId === null) return null;
  return (
    <Suspense fallback={null}>
      <Override rowId={rowId} />
    </Suspense>
  );
}

interface FieldHelpProps extends Pick<FieldProps, 'fault' | 'highlight' | 'help'> {
  readonly id: string;
}
function FieldHelp({ fault, highlight, help, id }: FieldHelpProps): ReactNode {
  const isCurrentUser = useIsCurrentUser();
  if (fault !== undefined)
    return (
      <FormHelperText id={id} error>
        {fault}
      </FormHelperText>
    );
  if (highlight !== undefined)
    return (
      <FormHelperText id={id} component="div">
        <RecentChangeHint highlight={highlight} isOwn={isCurrentUser(highlight.by)} fallback={help} />
      </FormHelperText>
    );
  return help === undefined ? null : <FormHelperText id={id}>{help}</FormHelperText>;
}

interface LabelProps {
  readonly id: string;
  readonly text: string;
  readonly isRequired: boolean;
  readonly isInvalid: boolean;
  readonly isEditable: boolean;
}
function FieldLabel({ id, text, isRequired, isInvalid, isEditable }: LabelProps) {
  const { t } = useTranslation();
  return (
    <FormLabel
      id={`${id}-label`}
      {...(isEditable ? { htmlFor: id } : { component: 'div' })}
      error={isInvalid}
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
      {isRequired && isEditable && (
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

/** The highlight of a remote change. It is a separate element over the input, because the input must not remount while the user types. */
const HighlightOverlay = ({ highlight }: { readonly highlight: ChangeHighlight }) => (
  <Box
    key={highlight.at}
    aria-hidden
    sx={{ ...highlightStyle, position: 'absolute', inset: 0, zIndex: 1, pointerEvents: 'none' }}
  />
);

function useFieldSharing({ column, remoteChange, isSaving, handlers }: FieldProps): FieldSharing | undefined {
  const { name, options } = column;
  const isCollaborative = options.collaborative === true;
  const conflict = remoteChange?.hidden === undefined ? remoteChange : undefined;
  return useMemo(
    () =>
      isCollaborative
        ? {
            conflict,
            isSaving,
            keepMine: () => handlers.onKeepMine(name),
            reopen: (change, html) =>
              handlers.onUndoDecision({ field: name, remoteChange: change, mine: html, decided: html }),
            onSharingChange: (base) => handlers.onSharingChange(name, base),
          }
        : undefined,
    [isCollaborative, conflict, isSaving, handlers, name],
  );
}

function FieldView(props: FieldProps) {
  const { entity, column, label, help, value, stored, parent, isEditable, isDisabled, rowId } = props;
  const { isNeeded, fault, highlight, remoteChange, handlers } = props;
  const entityOverride = useOverride(entity);
  const id = useId();
  const field = column.name;
  const Input = entityOverride?.inputs[field] ?? getFieldType(column.kind).Input;
  const isInvalid = fault !== undefined;
  const sharing = useFieldSharing(props);
  const isRequired = (isNeeded || column.options.required === true) && (column.kind !== 'password' || rowId === null);
  return (
    <Box data-field={field} sx={{ minWidth: 0, flex: 1 }}>
      <FieldLabel
        id={id}
        text={label}
        isRequired={isRequired && !isDisabled}
        isInvalid={isInvalid}
        isEditable={isEditable}
      />
      <Box
        sx={{ position: 'relative' }}
        // Only an edited field holds back remote changes; a button beside a read-only value does not.
        {...(isEditable ? { onFocus: () => handlers.onFocus(field), onBlur: handlers.onBlur } : {})}
      >
        {highlight && <HighlightOverlay highlight={highlight} />}
        {isEditable ? (
          <Input
            entity={entity}
            column={column}
            value={value}
            onChange={(next) => handlers.onType(field, next)}
            id={id}
            labelId={`${id}-label`}
            label={label}
            describedBy={isInvalid || highlight !== undefined || help !== undefined ? `${id}-help` : undefined}
            disabled={isDisabled}
            invalid={isInvalid}
            rowId={rowId}
            stored={stored}
            sharing={sharing}
            parent={parent}
          />
        ) : (
          <ReadValue {...props} />
        )}
        {!isEditable && <BelowField {...props} />}
      </Box>
      {isEditable && <BelowField {...props} />}
      <FieldHelp fault={fault} highlight={highlight} help={help} id={`${id}-help`} />
      {remoteChange && !props.isInReview && (
        <ConflictBar entity={entity} handlers={handlers} field={field} remoteChange={remoteChange} mine={value} />
      )}
    </Box>
  );
}
const MemoField = memo(FieldView);

interface FormFieldProps {
  readonly form: EntityFormState;
  readonly field: string;
  readonly isNeeded?: boolean;
}
export function FormField({ form, field, isNeeded = false }: FormFieldProps) {
  const { entity, draft, permissions, readOnly } = form;
  const { t } = useTranslation();
  const labels = useEntityLabels(entity);
  const parentField = useOverride(entity)?.parentFields?.[field] ?? entity.spec.tree;
  const column = findColumn(entity, field);
  if (column === undefined) return null;
  const isEditable = permissions.writable.has(field) && !column.readonly;
  const isDisabled =
    isInaccessible(draft) ||
    readOnly === 'permission' ||
    (readOnly === 'locked' && form.dirtyFields.length === 0 && draft.focused === null);
  // The help text of a log entry explains how to write it, which is of no use once the entry is stored.
  const hidesHelp = isEditable && entity.spec.base === 'log' && draft.id !== null;
  const presetValue = isEditable && draft.id === null ? hiddenInitialValue(entity) : undefined;
  const isHidden = presetValue?.field === field && currentValue(draft, field) === presetValue.value;
  return (
    <FieldPresence entity={entity} id={draft.id} field={field} isShared={isShared(draft, field)}>
      <MemoField
        entity={entity}
        column={column}
        label={labels.fields[field] ?? field}
        help={isHidden ? t('engine.form.starts_hidden') : hidesHelp && isDisabled ? undefined : labels.help[field]}
        value={currentValue(draft, field)}
        stored={draft.base[field] ?? null}
        parent={parentField === undefined ? null : currentValue(draft, parentField)}
        isNeeded={isNeeded}
        isReadable={permissions.readable.has(field)}
        isEditable={isEditable}
        isDisabled={isDisabled}
        rowId={draft.id}
        fault={draft.faults[field]}
        highlight={draft.highlights[field]}
        remoteChange={draft.conflicts[field]}
        isInReview={draft.review !== null}
        isSaving={draft.pendingSave !== null}
        handlers={form.handlers}
      />
    </FieldPresence>
  );
}
