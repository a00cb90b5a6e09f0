/** A field whose right was lost while somebody wrote in it: the text stays to be read and copied, and is not saved. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useWords } from '../../shared/i18n';
import { useCopy } from '../conflict/useCopy';
import { valueOf } from '../draft';
import { useDescribe } from '../useDescribe';
import type { Form } from '../useForm';

export function BarredField({ form, field }: { readonly form: Form; readonly field: string }) {
  const { t } = useTranslation();
  const words = useWords(form.entity);
  const describe = useDescribe(form.entity);
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
      <Box
        sx={{
          p: 2,
          borderRadius: 1.5,
          bgcolor: 'background.sunken',
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
          maxHeight: 200,
          overflow: 'auto',
        }}
      >
        {typeof value === 'string' ? value : describe(field, value)}
      </Box>
      <FormHelperText component="div" sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        {t('conflict.barred')}
        <Button size="small" onClick={() => void copy([field])}>
          {t('conflict.copy_text')}
        </Button>
      </FormHelperText>
    </Box>
  );
}
