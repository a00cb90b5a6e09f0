/** A field the user may no longer write: its typed text stays readable and can be copied, but is not saved. */
import Box from '@mui/material/Box';
import FormLabel from '@mui/material/FormLabel';
import { useId } from 'react';
import { findColumn } from '../../../common/entity/columns';
import { useEntityLabels } from '../../shared/i18n/i18n';
import { useCopyTypedText } from '../conflict/useCopyTypedText';
import { currentValue } from '../formState/draft';
import { useFormatValue } from '../fieldTypes/useFormatValue';
import type { EntityFormState } from '../formState/entityFormState';
import { UnsavableText } from './UnsavableText';

export function RevokedField({ form, field }: { readonly form: EntityFormState; readonly field: string }) {
  // the previous definition still has a removed field
  const entity = [form.entity, ...form.formerEntities].find((candidate) => findColumn(candidate, field)) ?? form.entity;
  const labels = useEntityLabels(entity);
  const formatValue = useFormatValue(entity, Infinity);
  const copyTypedText = useCopyTypedText(form);
  const id = useId();
  const value = currentValue(form.draft, field);
  return (
    <Box
      component="fieldset"
      aria-labelledby={id}
      data-barred={field}
      sx={{ minWidth: 0, flex: 1, border: 0, m: 0, p: 0 }}
    >
      <FormLabel id={id} component="div" sx={{ display: 'block', mb: 1, fontSize: '0.8125rem', fontWeight: 500 }}>
        {labels.fields[field] ?? field}
      </FormLabel>
      <UnsavableText
        text={typeof value === 'string' ? value : formatValue(field, value)}
        isFieldRemoved={findColumn(form.entity, field) === undefined}
        onCopy={() => void copyTypedText([field])}
      />
    </Box>
  );
}
