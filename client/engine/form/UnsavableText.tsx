/** Text that can no longer be saved in its field: it stays readable and can be copied. */
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import { useTranslation } from 'react-i18next';

interface UnsavableTextProps {
  readonly text: string;
  readonly onCopy: () => void;
  /** The field no longer exists; otherwise the permission to write it is missing. */
  readonly isFieldRemoved?: boolean;
}
export function UnsavableText({ text, onCopy, isFieldRemoved = false }: UnsavableTextProps) {
  const { t } = useTranslation();
  return (
    <>
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
        {text}
      </Box>
      <FormHelperText component="div" sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        {t(isFieldRemoved ? 'conflict.removed_field' : 'conflict.barred')}
        <Button size="small" onClick={onCopy}>
          {t('conflict.copy_text')}
        </Button>
      </FormHelperText>
    </>
  );
}
