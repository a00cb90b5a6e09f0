/** The fields of a form in their groups; short ones stand side by side where there is room. */
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { columnNamed } from '../../../common/entity/meta';
import { useWords } from '../../shared/i18n';
import { isUnseen } from '../departing';
import { valueOf } from '../draft';
import { useOverride } from '../engineContext';
import { formGroups } from '../formLayout';
import { viewOf } from '../kinds/index';
import type { Form } from '../useForm';
import { BarredField } from './BarredField';
import { FormField } from './FormField';
import { OtherFaults } from './OtherFaults';

interface FormBodyProps {
  readonly form: Form;
}

/** Of a record out of sight nothing is left but what was typed. */
const knownIn = ({ draft }: Form, row: readonly string[]): readonly string[] =>
  isUnseen(draft) ? row.filter((field) => field in draft.mine) : row;

/** Which fields of a row stand in the form. */
function useDrawn(form: Form): (row: readonly string[]) => readonly string[] {
  const shows = useOverride(form.entity)?.shows;
  return (row) =>
    knownIn(form, row)
      .filter((field) => form.shape.fields.includes(field) || form.barred.includes(field))
      .filter((field) => shows?.(field, (name) => valueOf(form.draft, name)) ?? true);
}

/** Rows the definition puts together stand together; on a narrow panel they fold. */
function FieldRow({ form, row }: FormBodyProps & { readonly row: readonly string[] }) {
  const fields = useDrawn(form)(row);
  if (fields.length === 0) return null;
  const lone =
    fields.length === 1 && fields[0] !== undefined && viewOf(columnNamed(form.entity, fields[0])?.kind ?? 'text').short;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 4,
        gridTemplateColumns: '1fr',
        '@container (min-width: 420px)': {
          gridTemplateColumns: lone ? '1fr 1fr' : `repeat(${fields.length}, minmax(0, 1fr))`,
        },
      }}
    >
      {fields.map((field) =>
        form.barred.includes(field) ? (
          <BarredField key={field} form={form} field={field} />
        ) : (
          <FormField key={field} form={form} field={field} />
        ),
      )}
    </Box>
  );
}

export function FormBody({ form }: FormBodyProps) {
  const { groups } = useWords(form.entity);
  const drawn = useDrawn(form)(formGroups(form.entity).flatMap(({ rows }) => rows.flat()));
  return (
    <Stack sx={{ gap: 6, containerType: 'inline-size' }}>
      <OtherFaults form={form} shown={drawn} />
      {formGroups(form.entity)
        .filter(({ rows }) => rows.some((row) => knownIn(form, row).length > 0))
        .map(({ key, rows }, at) => (
          <Stack
            key={key ?? at}
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
    </Stack>
  );
}

/** As tall as what follows, so that nothing jumps. */
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
