/** The fields of a form in their groups. Short fields share a row where there is space. */
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { findColumn } from '../../../common/entity/columns';
import { useEntityLabels } from '../../shared/i18n/i18n';
import { isInaccessible } from '../formState/recordRemoval';
import { currentValue } from '../formState/draft';
import { useOverride } from '../engineContext';
import { formGroups } from '../formState/formLayout';
import { getFieldType } from '../fieldTypes/index';
import type { EntityFormState } from '../formState/entityFormState';
import { RevokedField } from './RevokedField';
import { FormField } from './FormField';
import { OtherFieldErrors } from '../conflict/OtherFieldErrors';

interface FormBodyProps {
  readonly form: EntityFormState;
}

/** The fields that the form may show. If the record is no longer visible, these are only the fields with typed text. */
const readableFields = ({ draft }: EntityFormState, row: readonly string[]): readonly string[] =>
  isInaccessible(draft) ? row.filter((field) => field in draft.mine) : row;

const getKind = ({ entity }: EntityFormState, field: string) => findColumn(entity, field)?.kind ?? 'text';

/** The fields of a row that are part of the form now. A password that nobody can change here is of no use. */
function useVisibleRows(form: EntityFormState): (row: readonly string[]) => readonly string[] {
  const isFieldVisible = useOverride(form.entity)?.isFieldVisible;
  return (row) =>
    readableFields(form, row)
      .filter((field) => form.formShape.fields.includes(field) || form.revokedFields.includes(field))
      .filter(
        (field) => form.readOnly !== 'permission' || getKind(form, field) !== 'password' || field in form.draft.mine,
      )
      .filter((field) => isFieldVisible?.(field, (name) => currentValue(form.draft, name)) ?? true);
}

/** Fields that the definition puts into one row share it; a narrow panel wraps them. */
function FieldRow({ form, row }: FormBodyProps & { readonly row: readonly string[] }) {
  const fields = useVisibleRows(form)(row);
  if (fields.length === 0) return null;
  const isSingleShortField =
    fields.length === 1 &&
    fields[0] !== undefined &&
    getFieldType(getKind(form, fields[0])).isShort &&
    findColumn(form.entity, fields[0])?.options.as !== 'radio';
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 4,
        gridTemplateColumns: '1fr',
        '@container (min-width: 420px)': {
          gridTemplateColumns: isSingleShortField ? '1fr 1fr' : `repeat(${fields.length}, minmax(0, 1fr))`,
        },
      }}
    >
      {fields.map((field) =>
        form.revokedFields.includes(field) ? (
          <RevokedField key={field} form={form} field={field} />
        ) : (
          <FormField key={field} form={form} field={field} />
        ),
      )}
    </Box>
  );
}

export function FormBody({ form }: FormBodyProps) {
  const { groups } = useEntityLabels(form.entity);
  const visibleRows = useVisibleRows(form)(formGroups(form.entity).flatMap(({ rows }) => rows.flat()));
  return (
    <Stack sx={{ gap: 6, containerType: 'inline-size' }}>
      <OtherFieldErrors form={form} shownFields={visibleRows} />
      {formGroups(form.entity)
        .filter(({ rows }) => rows.some((row) => readableFields(form, row).length > 0))
        .map(({ key, rows }, index) => (
          <Stack
            key={key ?? index}
            component={key === null ? 'div' : 'section'}
            sx={{ gap: 4 }}
            aria-label={key === null ? undefined : (groups[key] ?? key)}
          >
            {key !== null && (
              <Typography variant="h6" component="h3" sx={{ pb: 1, borderBottom: 1, borderColor: 'divider' }}>
                {groups[key] ?? key}
              </Typography>
            )}
            {rows.map((row) => (
              <FieldRow key={row.join()} form={form} row={row} />
            ))}
          </Stack>
        ))}
      <RemovedFields form={form} />
    </Stack>
  );
}

/** Fields that the definition no longer has: what was typed in them can still be copied. */
function RemovedFields({ form }: FormBodyProps) {
  const { t } = useTranslation();
  const removed = form.revokedFields.filter((field) => findColumn(form.entity, field) === undefined);
  if (removed.length === 0) return null;
  return (
    <Stack component="section" aria-label={t('conflict.removed_fields')} sx={{ gap: 4 }}>
      <Typography variant="h6" component="h3" sx={{ pb: 1, borderBottom: 1, borderColor: 'divider' }}>
        {t('conflict.removed_fields')}
      </Typography>
      {removed.map((field) => (
        <RevokedField key={field} form={form} field={field} />
      ))}
    </Stack>
  );
}

/** A placeholder while the record loads. It is as tall as the fields, so that the layout does not jump. */
export function FormSkeleton({ form }: FormBodyProps) {
  return (
    <Stack sx={{ gap: 4 }} aria-hidden>
      {formGroups(form.entity)
        .flatMap(({ rows }) => rows)
        .map((row) => (
          <Stack key={row.join()} sx={{ gap: 1 }}>
            <Skeleton width={96} height={16} />
            <Skeleton height={36} />
          </Stack>
        ))}
    </Stack>
  );
}
