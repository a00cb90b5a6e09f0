/** A field whose right was lost while somebody wrote in it: the text stays to be read and copied, and is not saved. */
import Box from '@mui/material/Box';
import FormLabel from '@mui/material/FormLabel';
import { useId } from 'react';
import { useWords } from '../../shared/i18n';
import { useCopy } from '../conflict/useCopy';
import { valueOf } from '../draft';
import { useDescribe } from '../useDescribe';
import type { Form } from '../useForm';
import { KeptText } from './KeptText';

export function BarredField({ form, field }: { readonly form: Form; readonly field: string }) {
  const words = useWords(form.entity);
  const describe = useDescribe(form.entity, Infinity);
  const copy = useCopy(form);
  const id = useId();
  const value = valueOf(form.draft, field);
  return (
    <Box
      component="fieldset"
      aria-labelledby={id}
      data-barred={field}
      sx={{ minWidth: 0, flex: 1, border: 0, m: 0, p: 0 }}
    >
      <FormLabel id={id} component="div" sx={{ display: 'block', mb: 1, fontSize: '0.8125rem', fontWeight: 500 }}>
        {words.fields[field] ?? field}
      </FormLabel>
      <KeptText text={typeof value === 'string' ? value : describe(field, value)} onCopy={() => void copy([field])} />
    </Box>
  );
}
