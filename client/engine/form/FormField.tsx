/** One field of a form: label above, input, help below; an error replaces the help, a conflict stands under both. */
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { columnNamed, type Column } from '../../../common/entity/meta';
import { useWords } from '../../shared/i18n';
import { valueOf, type Flash } from '../draft';
import { useOverride } from '../engineContext';
import { flashing } from '../flash';
import { Masked } from '../kinds/cells';
import { viewOf } from '../kinds/index';
import type { Form } from '../useForm';
import { ConflictBar } from './ConflictBar';
import { Freshness } from './Freshness';

interface FormFieldProps {
  readonly form: Form;
  readonly field: string;
}

/** Values that are only read are shown as in a list. */
function ReadValue({ form, column }: { readonly form: Form; readonly column: Column }) {
  const { entity, draft, rights } = form;
  const { Cell } = viewOf(column.kind);
  const seen = rights.readable.has(column.name);
  return (
    <Box sx={{ minHeight: 36, display: 'flex', alignItems: 'center', minWidth: 0 }}>
      {seen ? (
        <Cell entity={entity} column={column} value={draft.base[column.name] ?? null} row={draft.base} />
      ) : (
        <Masked />
      )}
    </Box>
  );
}

function Below({
  form,
  field,
  id,
  help,
}: FormFieldProps & { readonly id: string; readonly help: string | undefined }): ReactNode {
  const fault = form.draft.faults[field];
  const flash = form.draft.flashes[field];
  if (fault !== undefined)
    return (
      <FormHelperText id={id} error>
        {fault}
      </FormHelperText>
    );
  if (flash !== undefined)
    return (
      <FormHelperText id={id} component="div">
        <Freshness flash={flash} />
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
        <Box component="span" role="img" aria-label={t('engine.form.required')} sx={{ color: 'error.main', ml: 0.5 }}>
          *
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

export function FormField({ form, field }: FormFieldProps) {
  const { entity, draft, rights } = form;
  const words = useWords(entity);
  const exceptions = useOverride(entity);
  const id = useId();
  const column = columnNamed(entity, field);
  if (column === undefined) return null;
  const editable = rights.writable.has(field) && !column.readonly;
  const Input = exceptions?.inputs[field] ?? viewOf(column.kind).Input;
  const label = words.fields[field] ?? field;
  const help = words.help[field];
  const flash = draft.flashes[field];
  const rival = draft.conflicts[field];
  const invalid = draft.faults[field] !== undefined;
  return (
    <Box data-field={field} sx={{ minWidth: 0, flex: 1 }} onFocus={() => form.focus(field)} onBlur={form.blur}>
      <FieldLabel
        id={id}
        text={label}
        required={column.options.required === true && (column.kind !== 'password' || draft.id === null)}
        invalid={invalid}
        editable={editable}
      />
      <Box sx={{ position: 'relative' }}>
        {flash && <Tint flash={flash} />}
        {editable ? (
          <Input
            entity={entity}
            column={column}
            value={valueOf(draft, field)}
            onChange={(value) => form.type(field, value)}
            id={id}
            labelId={`${id}-label`}
            label={label}
            describedBy={invalid || flash !== undefined || help !== undefined ? `${id}-help` : undefined}
            disabled={form.readOnly === 'rights' || form.readOnly === 'locked'}
            invalid={invalid}
            rowId={draft.id}
          />
        ) : (
          <ReadValue form={form} column={column} />
        )}
      </Box>
      <Below form={form} field={field} id={`${id}-help`} help={help} />
      {rival && <ConflictBar form={form} field={field} rival={rival} mine={valueOf(draft, field)} />}
    </Box>
  );
}
